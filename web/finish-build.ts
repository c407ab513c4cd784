/** Ends a build: checks the sizes against their budgets and writes the compressed files that are served. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const client = path.join(import.meta.dirname, 'dist/client')
const manifestFile = path.join(client, '.vite/manifest.json')

interface Chunk {
  file: string
  isDynamicEntry?: boolean
  dynamicImports?: string[]
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** KiB: scripts and styles after gzip, fonts as they are. */
const BUDGET = { landing: 114, home: 176, lazy: 41, dialog: 49, text: 64, css: 18, fonts: 44 }
const MEMBERS = 'src/member-routes.tsx'
const VISITORS = 'src/visitors.ts'
const HOME = [MEMBERS, 'src/screens/home/home.tsx']
/** Dialogs with a form may weigh a little more than a screen. */
const WITH_FORM = /(upload|create|edit|hire|inquiry|quote)[^/]*\.tsx$/

/** The text editor: ProseMirror weighs 58 KiB, and only an open case study loads it. */
const TEXT_EDITOR = /\/rich-text\.tsx$/

const SCREEN =
  /^src\/screens\/(?:public\/|home\/|cases\/|boards\/|portfolios\/|proofing\/|analytics\/)?([a-z-]+)\.tsx$/

interface Line {
  what: string
  kib: number
  limit: number
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Every chunk that is loaded with these through static imports. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return seen
}

/**
 * Chunks that are already loaded when this one is requested, whichever chunk requests it, and whatever had requested
 * that. They count towards the budget of the screen that loaded them.
 */
function loadedBefore(
  manifest: Manifest,
  key: string,
  asked: ReadonlySet<string> = new Set([key]),
): Set<string> {
  const [first, ...rest] = Object.keys(manifest)
    .filter((other) => !asked.has(other) && manifest[other]?.dynamicImports?.includes(key) === true)
    .map((other) => {
      const before = loadedBefore(manifest, other, new Set([...asked, other]))
      return new Set([...closure(manifest, [other]), ...before])
    })
  return new Set([...(first ?? [])].filter((chunk) => rest.every((one) => one.has(chunk))))
}

/** Most files are part of many first loads. */
const weights = new Map<string, Promise<number>>()

async function weigh(files: Iterable<string>): Promise<number> {
  const weighed = [...files].map((file) => {
    const weight = weights.get(file) ?? weighOne(file)
    weights.set(file, weight)
    return weight
  })
  return (await Promise.all(weighed)).reduce((sum, bytes) => sum + bytes, 0) / 1024
}

const weighOne = async (file: string): Promise<number> =>
  (await gzipped(await readFile(path.join(client, file)), { level: 9 })).length

async function measure(
  manifest: Manifest,
  { html, entries }: { html: string; entries: readonly string[] },
): Promise<Line[]> {
  const filesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const first = closure(manifest, entries)
  const home = closure(manifest, [...entries, ...HOME])
  const lines: Line[] = [
    { what: 'landing, scripts', kib: await weigh(filesOf(first)), limit: BUDGET.landing },
    { what: 'home, scripts', kib: await weigh(filesOf(home)), limit: BUDGET.home },
  ]
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isDynamicEntry !== true || HOME.includes(key)) continue
    const there = loadedBefore(manifest, key)
    const added = [...closure(manifest, [key])].filter(
      (other) => !home.has(other) && !there.has(other),
    )
    const limit = limitOf(key)
    lines.push({ what: `${key}, beyond home`, kib: await weigh(filesOf(added)), limit })
  }
  lines.push(await heaviestStyles(manifest, { entries, home }))
  lines.push({ what: 'fonts preloaded', kib: await preloadedFonts(html), limit: BUDGET.fonts })
  return lines
}

function limitOf(key: string): number {
  if (TEXT_EDITOR.test(key)) return BUDGET.text
  return WITH_FORM.test(key) ? BUDGET.dialog : BUDGET.lazy
}

/** The heaviest styles of a first load: a screen at its own address, or home with an open dialog. */
async function heaviestStyles(
  manifest: Manifest,
  { entries, home }: { entries: readonly string[]; home: ReadonlySet<string> },
): Promise<Line> {
  const opened = openedOver(manifest, home)
  const later = Object.keys(manifest).filter((key) => SCREEN.test(key) || opened.has(key))
  const loads = later.map((key) => {
    const under = SCREEN.test(key) ? closure(manifest, [...entries, MEMBERS]) : home
    const chunks = new Set([...under, ...closure(manifest, [key])])
    return { key, files: new Set([...chunks].flatMap((one) => manifest[one]?.css ?? [])) }
  })
  const weighed = await Promise.all(
    loads.map(async ({ key, files }) => ({ key, kib: await weigh(files) })),
  )
  const [heaviest] = weighed.toSorted((a, b) => b.kib - a.kib)
  if (heaviest === undefined) throw new Error('the build has no chunk that loads later')
  return {
    what: `styles, heaviest first load (${path.basename(heaviest.key)})`,
    kib: heaviest.kib,
    limit: BUDGET.css,
  }
}

/**
 * Every chunk that can be requested while home is open, directly or by one another. Chunks of other routes are left
 * out: they never open over home, and are measured with the first load of their own screen.
 */
function openedOver(manifest: Manifest, home: ReadonlySet<string>): Set<string> {
  const opened = new Set<string>()
  const routes = new Set([MEMBERS, VISITORS].flatMap((key) => manifest[key]?.dynamicImports ?? []))
  const visit = (chunks: Iterable<string>) => {
    for (const chunk of chunks) {
      for (const key of manifest[chunk]?.dynamicImports ?? []) {
        if (opened.has(key) || routes.has(key)) continue
        opened.add(key)
        visit(closure(manifest, [key]))
      }
    }
  }
  visit(home)
  return opened
}

async function preloadedFonts(html: string): Promise<number> {
  const fonts = [...html.matchAll(/href="\/([^"]+\.woff2)"/g)].map((match) => match[1] ?? '')
  if (fonts.length === 0) throw new Error('index.html preloads no font')
  const sizes = await Promise.all(fonts.map((font) => readFile(path.join(client, font))))
  return sizes.reduce((sum, file) => sum + file.length, 0) / 1024
}

async function precompress(): Promise<void> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true })
  const texts = entries.filter(
    (entry) => entry.isFile() && /\.(m?js|css|svg|json|txt|webmanifest)$/.test(entry.name),
  )
  // All at once: Node's threads do the work, as many as there are.
  await Promise.all(texts.map((entry) => compress(path.join(entry.parentPath, entry.name))))
}

/** PDF.js is half of all bytes, and only an open PDF loads it: the best quality takes twenty times as long for a tenth less. */
const SELDOM = /[\\/]assets[\\/]pdf(js-|\.)/
const QUALITY = { best: 11, seldom: 9 }

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const quality = SELDOM.test(file) ? QUALITY.seldom : QUALITY.best
  const [gz, br] = await Promise.all([
    gzipped(content, { level: 9 }),
    brotlied(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  ])
  // Tiny files grow when compressed.
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
  if (br.length < content.length) await writeFile(`${file}.br`, br)
}

const NAMED: Record<string, string> = { [MEMBERS]: 'members', [VISITORS]: 'visitors' }

/** Tells the server what each screen loads beyond the first load, so that its page can preload it. */
async function writeScreens(manifest: Manifest, first: ReadonlySet<string>): Promise<void> {
  const screens = Object.keys(manifest).flatMap((key) => {
    const name = NAMED[key] ?? SCREEN.exec(key)?.[1]
    if (name === undefined || manifest[key]?.isDynamicEntry !== true) return []
    const chunks = [...closure(manifest, [key])].filter((one) => !first.has(one))
    const styles = new Set(chunks.flatMap((one) => manifest[one]?.css ?? []))
    const scripts = chunks.flatMap((one) => manifest[one]?.file ?? [])
    return [[name, { styles: [...styles], scripts }] as const]
  })
  const file = path.join(client, '../screens.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(screens)))
}

const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
const html = await readFile(path.join(client, 'index.html'), 'utf8')
const entries = Object.keys(manifest).filter((key) =>
  html.includes(`src="/${manifest[key]?.file ?? ''}"`),
)
if (entries.length === 0) throw new Error('index.html loads none of the chunks')
const lines = await measure(manifest, { html, entries })
await writeScreens(manifest, closure(manifest, entries))
await rm(path.dirname(manifestFile), { recursive: true })
await precompress()

const over = lines.filter(({ kib, limit }) => kib > limit)
const width = Math.max(...lines.map(({ what }) => what.length))
for (const { what, kib, limit } of lines) {
  const verdict = kib > limit ? '  OVER' : ''
  process.stdout.write(
    `${what.padEnd(width)}  ${kib.toFixed(1).padStart(6)} KiB of ${String(limit).padStart(3)}${verdict}\n`,
  )
}
if (over.length > 0) {
  process.stderr.write(`${over.length} over budget.\n`)
  process.exitCode = 1
}
