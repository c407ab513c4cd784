import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The fonts that every first screen uses. The browser loads the others when a text needs them. */
const PRELOADED = [/archivo-latin-normal/, /instrument-sans-latin-wght-normal/]

/** Two files for the first load: libraries, which seldom change, and our own code. */
const FIRST_LOAD = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
    tags: ['$initial' as const],
    priority: 2,
  },
  // Without the limits, which the landing page's modules import and never use.
  {
    name: 'first',
    test: /^(?!.*[\\/]contract[\\/]src[\\/]limits\.ts)/,
    includeDependenciesRecursively: false,
    tags: ['$initial' as const],
    priority: 1,
  },
]

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null
}

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.m?js$/

/** The icons that these modules import, `CircleAlert` as `circlealert`. Their import graph would name all icons. */
function iconsOf(ids: ReadonlySet<string>, modules: Modules): Set<string> {
  const named = [...ids].flatMap((id) => {
    const code = GROUPED.test(id) ? (modules.getModuleInfo(id)?.code ?? '') : ''
    return [...code.matchAll(/import\s*{([^}]*)}\s*from\s*["']lucide-react["']/g)]
  })
  const names = named.flatMap(([, list = '']) => list.split(','))
  return new Set(names.map((name) => name.trim().split(/\s/)[0]?.toLowerCase() ?? ''))
}

const here = (file: string) => path.join(import.meta.dirname, file)

/** Everything that these modules import statically, without themselves. */
function importsOf(files: readonly string[], modules: Modules): Set<string> {
  const starts = files.map(here)
  const seen = new Set<string>()
  const visit = (id: string) => {
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
    }
  }
  for (const start of starts) visit(start)
  for (const start of starts) seen.delete(start)
  return seen
}

const HOME = ['src/member-routes.tsx', 'src/screens/home/home.tsx']
const PUBLIC = ['post', 'work', 'portfolios/work-plain', 'profile', 'explore', 'tag', 'search'].map(
  (name) => `src/screens/${name}.tsx`,
)
/**
 * Libraries stay apart, because each screen uses other parts of them. So do the request bodies of a work's form, which
 * home's modules import only for their types.
 */
const GROUPED =
  /[\\/](web|contract)[\\/]src[\\/](?!portfolios[\\/]bodies)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/

/**
 * Puts home's own code into two files: one that the public screens need as well, and one for members only. By
 * itself the bundler makes a file for each set of screens that share code, and many small files compress badly.
 */
function homeGroup() {
  let home: Set<string> | undefined
  let shared: Set<string> | undefined
  let icons: Set<string> | undefined
  return {
    test: GROUPED,
    includeDependenciesRecursively: false,
    name: (id: string, modules: Modules): string | null => {
      home ??= importsOf(HOME, modules)
      shared ??= importsOf(PUBLIC, modules)
      if (!home.has(id)) return null
      const icon = ICON.exec(id)?.[1]?.replaceAll('-', '')
      // Icons of the public screens too, because the landing page names every small file of its screen.
      icons ??= iconsOf(new Set([...home, ...shared, ...[...HOME, ...PUBLIC].map(here)]), modules)
      if (icon !== undefined && !icons.has(icon)) return null
      return shared.has(id) ? 'shared' : 'members'
    },
  }
}

/** Modules that the same chunks need and that are too small for files of their own. */
const TOGETHER = [
  // Icons that neither home nor the posts’ screens use.
  {
    name: 'icons',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:file-headphone|image|loader-circle|arrow-right|arrow-up|circle-check|eye-off|rotate-ccw-clock|chevron-up|film|paperclip|arrow-down)\.m?js/,
  },
  // What only few screens ask for, so that the first load names one file for all of it.
  {
    name: 'seldom',
    test: /[\\/]contract[\\/]src[\\/](?:moderation[\\/](?:appeals|copyright|queues|invitations)|http[\\/]email|money[\\/]advertising|people[\\/]levels)\.ts/,
  },
  {
    name: 'sending',
    test: /[\\/](?:lib[\\/](?:(?:uploads|forms)[\\/])?(file-rules|unfinished|use-dropped-files|focus)\.ts|ui[\\/]form[\\/]choose-file\.tsx)/,
  },
  // What profiles, series and arranging show of a wall.
  {
    name: 'walls',
    test: /[\\/](?:contract[\\/]src[\\/]portfolios[\\/](?:walls|series)|portfolios[\\/]wall[\\/](?:series-(?:card|stack)|stack-rules|wall-(?:texts|api)|creator-works|work-ledge|ledge-rules))\.tsx?/,
  },
  // What members' screens all load: one file compresses better, and home's script names it once.
  {
    name: 'queries',
    test: /[\\/]@tanstack[\\/](react-query|query-core)[\\/]build[\\/]modern[\\/](useMutation|useInfiniteQuery|infiniteQueryOptions|infiniteQueryObserver|mutationObserver)\./,
  },
  // The libraries behind every bar's tooltips, whatever else uses parts of them.
  {
    name: 'parts',
    test: /[\\/](@floating-ui|@radix-ui[\\/](primitive|react-(tooltip|popper|focus-scope|dismissable-layer|presence|use-(size|controllable-state|effect-event|callback-ref|layout-effect)|context|primitive|portal|id|visually-hidden|slot|compose-refs)))[\\/]/,
  },
  {
    name: 'sentences',
    test: /[\\/]ui[\\/](feedback[\\/]error-text|layout[\\/]terms-sentence)\.tsx/,
  },
  {
    name: 'files',
    test: /[\\/]lib[\\/]uploads[\\/](files|use-restored-files)\.ts/,
  },
  {
    name: 'once',
    test: /[\\/]lib[\\/]forms[\\/](idempotency|resume|use-send-once)\.ts/,
  },
  // The fields of a work, which its form, the form for changes and the tray share.
  {
    name: 'work-fields',
    test: /[\\/]src[\\/](?:features[\\/]portfolios[\\/](?:work[\\/]work-form|upload[\\/](?:use-suggestions|upload-texts)))\.ts/,
  },
  {
    name: 'thread-words',
    test: /[\\/]messages[\\/](messages-texts|message-view)\.ts/,
  },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))

/**
 * What the compiler leaves alone, because its caches would add more to the first load than they save: pages that render
 * once, and small parts whose props are as quick to draw as to compare.
 */
const UNCOMPILED = [
  /[\\/]node_modules[\\/]/,
  /\0/,
  /[\\/](features|screens)[\\/]landing/,
  /[\\/]src[\\/](ui[\\/](?!viewer)|lib[\\/]forms)/,
  /[\\/]features[\\/](navigation|access)[\\/]/,
  /[\\/](screens[\\/]home|projects[\\/]room)[\\/]/,
  /[\\/](comment-box|member-routes|members|featured-ledge|creator-promo|category-filter|search-box|upload-well)\.tsx/,
]

/** Functions that build the contract's schemas. They have no side effects, so unused schemas can be dropped. */
const SCHEMA_BUILDERS = [
  'defineEndpoint',
  'entity',
  'exact',
  'filledText',
  'nullable',
  'paged',
  'Enum',
  'Flag',
  'Integer',
  'ListOf',
  'Literal',
  'Null',
  'NumberOf',
  'ObjectOf',
  'Optional',
  'RecordOf',
  'Text',
  'Union',
  // The contract's own.
  'account',
  'colour',
  'words',
  'likeCall',
  'movedMoney',
  'offerStep',
  'projectStep',
  'saveCall',
  'settingsOf',
  'subscriptionEnd',
]

/** Parts of an endpoint that only the server reads. */
const SERVER_ONLY = new Set([
  'summary',
  'access',
  'scope',
  'right',
  'fresh',
  'cache',
  'status',
  'params',
  'query',
  'body',
  'form',
  'response',
  'later',
  'errors',
])

/** Removes the server's parts from the contract's endpoints. The schemas that only they use are then dropped. */
const leanContract = (): Plugin => ({
  name: 'lean-contract',
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/ },
    handler(code) {
      const unread = this.parse(code).body.flatMap((statement) => {
        const declaration =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declaration?.type !== 'VariableDeclaration') return []
        return declaration.declarations.flatMap(({ init }) => {
          // Also for functions that do nothing but define an endpoint.
          const made = init?.type === 'ArrowFunctionExpression' ? init.body : init
          if (made?.type !== 'CallExpression' || made.callee.type !== 'Identifier') return []
          const [definition] = made.arguments
          if (made.callee.name !== 'defineEndpoint') return []
          if (definition?.type !== 'ObjectExpression') return []
          return definition.properties.filter(
            (property) =>
              property.type === 'Property' &&
              property.key.type === 'Identifier' &&
              SERVER_ONLY.has(property.key.name),
          )
        })
      })
      let lean = code
      for (const { start, end } of unread.toReversed()) {
        lean = lean.slice(0, start) + lean.slice(end).replace(/^\s*,/, '')
      }
      // The bundler treats a spread as a side effect and would keep every such schema. The spread is only for the types.
      lean = lean.replaceAll(/\bEnum\(\[\.\.\.(\w+)\]\)/g, 'Enum($1)')
      // A contract file of which nothing is used is dropped, too.
      return { code: lean, map: null, moduleSideEffects: false }
    },
  },
})

/** Tailwind adds its licence line to every style sheet. The first sheet is on every page and keeps it for all. */
const signOnce = (): Plugin => ({
  name: 'sign-once',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]web[\\/]src[\\/](?!styles[\\/]base\.css).+\.css$/ },
    handler: (code) => ({ code: code.replace(/\/\*! tailwindcss [^*]+\*\/\n?/, ''), map: null }),
  },
})

const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => PRELOADED.some((font) => font.test(file)))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: '',
          },
          injectTo: 'head',
        })),
  },
})

/** What PDF.js reads by name while it draws a page. Scripts inside a PDF never run, so their engine is left out. */
const PDF_PARTS = ['cmaps', 'standard_fonts', 'iccs', 'wasm']
const pdfParts = (): Plugin => ({
  name: 'pdf-parts',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    const about = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
    const root = path.dirname(about)
    const { version } = JSON.parse(readFileSync(about, 'utf8')) as { version: string }
    for (const part of PDF_PARTS) {
      for (const name of readdirSync(path.join(root, part))) {
        if (name.startsWith('quickjs')) continue
        const source = readFileSync(path.join(root, part, name))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${part}/${name}`,
          source,
        })
      }
    }
  },
})

// The address of the API while the pages are served by Vite itself.
const server = process.env['PLINTH_SERVER'] ?? 'http://localhost:3000'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react({ compiler: true, exclude: UNCOMPILED }),
    tailwindcss(),
    signOnce(),
    leanContract(),
    preloadFonts(),
    pdfParts(),
  ],
  // The server renders with the production React whatever its own NODE_ENV says.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  resolve: { alias: { 'react-style-singleton': here('src/lib/browser/sheets.ts') } },
  ssr: { noExternal: true },
  build: {
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    // An inlined font or picture would delay its script or style sheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        manualPureFunctions: SCHEMA_BUILDERS,
        propertyReadSideEffects: false,
        // TypeBox does not say that its modules only define things, so unused ones would stay.
        moduleSideEffects: [{ test: /[\\/]node_modules[\\/]typebox[\\/]/, sideEffects: false }],
      },
      ...(isSsrBuild
        ? {}
        : { output: { codeSplitting: { groups: [...FIRST_LOAD, homeGroup(), ...TOGETHER] } } }),
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/media': server,
      '/embed': server,
      '/oembed': server,
      '/robots.txt': server,
      '/sitemap': server,
      '/.well-known': server,
      '^/(@[^/]+|explore/.+)/feed\\.(atom|json)$': server,
    },
  },
}))
