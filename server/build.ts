/**
 * Bundles the server for production: without types to strip and without what it does not use of its libraries, it needs
 * a third less memory and starts in half the time. What it reads from the disk stays where the sources are.
 */
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'

const here = import.meta.dirname
const out = path.join(here, 'dist')

/** Native code, and packages that read files of their own. */
const UNBUNDLED =
  /^(sharp|sharp-phash|node-av|@napi-rs\/canvas|pdfjs-dist|pdfkit|heic-decode|@fastify\/swagger-ui)(\/|$)/

const CHILD = /new URL\('(?:\.\/)?([\w-]+)\.ts', import\.meta\.url\)/g

/** Keeps folders that our code names beside itself, and bundles the files that it starts in processes and threads. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { id: /\/(server|contract)\/src\/.*\.ts$/, code: /import\.meta\.(dirname|url)/ },
    handler(code, id) {
      for (const [, name = ''] of code.matchAll(CHILD))
        this.emitFile({
          type: 'chunk',
          id: path.join(path.dirname(id), `${name}.ts`),
          fileName: `${name}.js`,
        })
      const folder = path.relative(out, path.dirname(id))
      return code
        .replaceAll(CHILD, "new URL('./$1.js', import.meta.url)")
        .replaceAll(
          'import.meta.dirname',
          `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`,
        )
    },
  },
}

/** Node keeps a file in two bytes for each character if a single one is not ASCII, as typographic quotes are. */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle(_, chunks) {
    for (const chunk of Object.values(chunks))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escapeUnit)
  },
}
const escapeUnit = (unit: string) =>
  String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0')

const bundle = await rolldown({
  input: { main: path.join(here, 'src/main.ts') },
  platform: 'node',
  external: UNBUNDLED,
  plugins: [places, narrow],
})
await bundle.write({
  dir: out,
  format: 'esm',
  cleanDir: true,
  chunkFileNames: '[name]-[hash].js',
  comments: false,
})
await bundle.close()
