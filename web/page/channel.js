// The channel to the worker. It sends one question at a time; among waiting questions, a newer one replaces an older one of
// the same kind, so that the latest text wins. The rest of a slow answer is requested when no question is waiting.

// The kinds of question, in the order in which they are sent.
const KINDS = ["follow", "lessons", "lesson", "use", "opening", "score", "rank", "exercise", "walk", "play", "word", "cell", "panel", "tables", "link", "code", "export", "claims"];
// Questions that need no model.
const EARLY = new Set(["follow", "lessons", "lesson", "link", "code"]);

export class Channel {
  #worker = null;
  #waiting = new Map();
  #sent = null;
  #number = 0;
  #started = false;
  #ready = false;

  // `on` has started(), progress(part), model(answer) and broken(reason).
  constructor(address, on) {
    this.address = address;
    this.on = on;
    this.#open();
  }

  #open() {
    this.#started = this.#ready = false;
    this.#worker = new Worker(this.address, { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.on.model({ error: `The page could not load its program (${event.message ?? "files are missing"}). Reload the page.` });
    });
  }

  // Calls `answered` with the answer, and again with each further part of a slow one, and whether no newer question of the
  // same kind is waiting.
  ask(question, answered) {
    this.#waiting.set(question.ask, { question, answered });
    if (this.#sent?.rest && this.#sent.question.ask === question.ask) this.#sent.rest = false;
    this.#next();
  }

  // Whether a question of this kind is unanswered.
  isAsked(kind) {
    return this.#waiting.has(kind) || Boolean(this.#sent?.busy) && this.#sent.question.ask === kind;
  }

  #next() {
    if (this.#sent?.busy || !this.#started) return;
    const kind = KINDS.find((kind) => this.#waiting.has(kind) && (this.#ready || EARLY.has(kind)));
    if (kind) {
      const { question, answered } = this.#waiting.get(kind);
      this.#waiting.delete(kind);
      // A new score makes the rest of an old answer obsolete; the module drops it.
      const rest = this.#sent?.rest && kind !== "score" && kind !== "panel" ? this.#sent : null;
      this.#send(question, answered, question, rest);
    } else if (this.#sent?.rest) {
      const { question, answered } = this.#sent;
      this.#send(null, answered, question, null);
    }
  }

  #send(body, answered, question, after) {
    this.#number += 1;
    this.#sent = { number: this.#number, question, answered, busy: true, rest: false, after };
    this.#worker.postMessage({ number: this.#number, question: body });
  }

  #receive(data) {
    if (data.started) {
      this.#started = true;
      this.on.started();
    } else if ("progress" in data) {
      this.on.progress(data.progress);
    } else if (data.model) {
      this.#ready = !("error" in data.model);
      this.on.model(data.model);
    } else if ("broken" in data) {
      this.#worker.terminate();
      this.#sent = null;
      this.on.broken(data.broken);
      this.#open();
      return;
    } else if (data.number === this.#sent?.number) {
      const { question, answered, after } = this.#sent, answer = JSON.parse(data.answer);
      this.#sent.busy = false;
      this.#sent.rest = answer.more === true && !this.#waiting.has(question.ask);
      if (after) this.#sent = { ...after, busy: false, rest: true };
      answered(answer, !this.#waiting.has(question.ask));
    }
    this.#next();
  }
}
