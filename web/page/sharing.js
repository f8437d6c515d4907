// Sharing the picture: as a link, as a QR code, as a file, on paper.
import { byId, later, save, shape } from "./dom.js";

// The largest canvas that all browsers support.
const LARGEST = 8192;

export function sharing(app) {
  byId("open-share").addEventListener("click", () => {
    app.link((fragment) => {
      const address = `${location.href.split("#")[0]}#${fragment}`;
      byId("address").value = address;
      app.ask({ ask: "code", address }, (code) => draw(byId("code"), code));
      byId("share-dialog").showModal();
    });
  });
  const copied = later(2000, () => { byId("copy-address").textContent = "Copy"; });
  byId("copy-address").addEventListener("click", async () => {
    byId("address").select();
    const done = await navigator.clipboard?.writeText(byId("address").value).then(() => true, () => false);
    byId("copy-address").textContent = done ? "Copied" : "Press Ctrl-C";
    copied();
  });
  byId("open-save").addEventListener("click", () => byId("save-dialog").showModal());
  for (const button of document.querySelectorAll("[data-format]")) {
    button.addEventListener("click", () => {
      byId("save-dialog").close();
      const { format } = button.dataset;
      if (format === "print") return window.print();
      app.ask({ ask: "export", view: app.view, format: format === "png" ? "svg" : format, dark: app.isDark() }, async (file) => {
        if (file.error) return app.notice(file.error);
        const blob = new Blob([file.text], { type: file.media });
        if (format !== "png") return save(file.name, blob);
        try {
          save("bertscope.png", await pixels(blob));
        } catch {
          app.notice("This browser could not create the PNG. Save as SVG instead.");
        }
      });
    });
  }
}

// Rasterises a picture with two pixels per unit, or as many as a canvas can hold.
async function pixels(svg) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, LARGEST / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => blob ? done(blob) : failed(new Error("no picture")), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function draw(box, code) {
  if (code.error) {
    box.textContent = code.error;
    return;
  }
  // A margin of four modules, as scanners expect.
  const viewBox = `-4 -4 ${code.size + 8} ${code.size + 8}`;
  box.replaceChildren(shape("svg", { viewBox, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" }, shape("path", { d: code.path })));
}
