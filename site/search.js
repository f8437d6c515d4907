// Finds the pages that have every word of the query; those with a word in the title come first.
const script = document.currentScript
const [field, list] = [document.querySelector('input[type=search]'), document.querySelector('#found')]
let pages

field.addEventListener('input', async () => {
  pages ??= await (await fetch(`${script.dataset.up}/search.json`)).json()
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  const places = page => words.map(word => page.text.toLowerCase().indexOf(word))
  const inTitle = page => words.filter(word => page.title.toLowerCase().includes(word)).length
  const found = pages.filter(page => !places(page).includes(-1)).sort((a, b) => inTitle(b) - inTitle(a)).slice(0, 12)
  list.replaceChildren(...found.map(page => {
    const [item, link, excerpt] = ['li', 'a', 'small'].map(name => document.createElement(name))
    const from = Math.max(0, places(page)[0] - 60)
    link.href = `${script.dataset.up}/${page.path}`
    link.textContent = page.title
    excerpt.textContent = `… ${page.text.slice(from, from + 160)} …`
    item.append(link, excerpt)
    return item
  }))
  if (words.length && !found.length) list.append(Object.assign(document.createElement('li'), { textContent: 'No page has all these words.' }))
  list.hidden = !words.length
})
field.addEventListener('keydown', event => {
  if (event.key === 'Escape') { field.value = ''; list.hidden = true }
  if (event.key === 'Enter') list.querySelector('a')?.click()
})
