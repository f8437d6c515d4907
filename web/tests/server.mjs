// A web server for one folder, on loopback, as plain as a static host is. `change` may answer a request itself, and then returns true.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".ttf": "font/ttf", ".webmanifest": "application/manifest+json", ".toml": "application/toml",
};

export async function serve(folder, change = null, port = 0) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    asked.push(path);
    const name = normalize(path.endsWith("/") ? `${path}index.html` : path);
    if (change?.(name, response)) return;
    try {
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream", "Content-Length": bytes.length });
      response.end(bytes);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    asked,
    close: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
  };
}
