import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The two faces that every first screen is set in. The others wait until a glyph of theirs is met. */
const PRELOADED = [/archivo-latin-standard-normal/, /instrument-sans-latin-wght-normal/]

/** Two files for the first load: libraries, which seldom change, and what is ours. */
const FIRST_LOAD = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
    tags: ['$initial' as const],
    priority: 2,
  },
  // Without the limits, which the landing page's modules name and never ask for.
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

/** The icons that these modules name, `CircleAlert` as `circlealert`; the index that they take them from names all. */
function iconsOf(ids: ReadonlySet<string>, modules: Modules): Set<string> {
  const named = [...ids].flatMap((id) => {
    const code = GROUPED.test(id) ? (modules.getModuleInfo(id)?.code ?? '') : ''
    return [...code.matchAll(/import\s*{([^}]*)}\s*from\s*["']lucide-react["']/g)]
  })
  const names = named.flatMap(([, list = '']) => list.split(','))
  return new Set(names.map((name) => name.trim().split(/\s/)[0]?.toLowerCase() ?? ''))
}

const here = (file: string) => path.join(import.meta.dirname, file)

/** Everything that these modules bring along at once, themselves left out. */
function broughtBy(files: readonly string[], modules: Modules): Set<string> {
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
const SHARED_LINK = ['src/screens/post.tsx']
/**
 * Libraries stay apart: of their indexes each screen takes something else. So do the bodies that a work's form sends,
 * which home's modules name for their types.
 */
const GROUPED =
  /[\\/](web|contract)[\\/]src[\\/](?!portfolios[\\/]portfolio-bodies|portfolio-bodies)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/

/**
 * What home needs of ours in two files: one that a shared link to a post needs as well, and one for members alone.
 * Left to itself the bundler makes a file of whatever the same screens share, and dozens of small files pack badly.
 */
function homeGroup() {
  let home: Set<string> | undefined
  let shared: Set<string> | undefined
  let icons: Set<string> | undefined
  return {
    test: GROUPED,
    includeDependenciesRecursively: false,
    name: (id: string, modules: Modules): string | null => {
      home ??= broughtBy(HOME, modules)
      shared ??= broughtBy(SHARED_LINK, modules)
      if (!home.has(id)) return null
      const icon = ICON.exec(id)?.[1]?.replaceAll('-', '')
      // A shared link's as well: every small file of its screen is named on the landing page.
      icons ??= iconsOf(
        new Set([...home, ...shared, ...[...HOME, ...SHARED_LINK].map(here)]),
        modules,
      )
      if (icon !== undefined && !icons.has(icon)) return null
      return shared.has(id) ? 'shared' : 'members'
    },
  }
}

/** What travels together: the same chunks take it, and each file of it is too small to go alone. */
const TOGETHER = [
  {
    name: 'sending',
    test: /[\\/]lib[\\/](?:uploads[\\/])?(file-refusal|upload-memory|upload-stand|use-dropped-files)\.ts/,
  },
  // What the tooltips of every bar are made of, whatever else takes a part of it.
  {
    name: 'parts',
    test: /[\\/](@floating-ui|@radix-ui[\\/](primitive|react-(tooltip|popper|focus-scope|dismissable-layer|presence|use-(size|controllable-state|effect-event|callback-ref|layout-effect)|context|primitive|portal|id|visually-hidden|slot|compose-refs)))[\\/]/,
  },
  {
    name: 'thread-words',
    test: /[\\/]messages[\\/](messages-texts|message-view)\.ts/,
  },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))

/** What is drawn once gains nothing from the compiler's caches, and they weigh on the first load. */
const UNCOMPILED = [/[\\/]node_modules[\\/]/, /\0/, /[\\/](features|screens)[\\/]landing/]

/**
 * What the contract builds its schemas with. Called for nothing but their value, so that a screen
 * carries only the schemas it reads.
 */
const SCHEMA_BUILDERS = [
  'defineEndpoint',
  'filledText',
  'nullable',
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
  // Of the contract's own making.
  'exactBody',
  'movedMoney',
  'offerStep',
  'projectStep',
  'settingsOf',
  'subscriptionEnd',
]

/** What only the server reads of an endpoint. */
const SERVER_ONLY = new Set([
  'summary',
  'access',
  'status',
  'params',
  'query',
  'body',
  'form',
  'response',
  'errors',
])

/** Leaves out of the contract's endpoints what the web never reads; the schemas that only answers need then fall out. */
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
          // Also of those that are made by a function which does nothing else.
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
      // A spread counts as an effect: every schema with a list of words in it would stay. The copy is for the types.
      lean = lean.replaceAll(/\bEnum\(\[\.\.\.(\w+)\]\)/g, 'Enum($1)')
      // Nor is a file of the contract fetched of which nothing is read.
      return { code: lean, map: null, moduleSideEffects: false }
    },
  },
})

/** Tailwind signs every sheet that names its tokens. The first sheet is on every page and keeps the line for all. */
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

// The address of the API while the pages are served by Vite itself.
const server = process.env['PLINTH_SERVER'] ?? 'http://localhost:3000'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()], exclude: UNCOMPILED }),
    tailwindcss(),
    signOnce(),
    leanContract(),
    preloadFonts(),
  ],
  // The server renders with the production React whatever its own NODE_ENV says.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  ssr: { noExternal: true },
  build: {
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    // A font or a picture in the script or the style sheet delays what it stands in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: SCHEMA_BUILDERS, propertyReadSideEffects: false },
      ...(isSsrBuild
        ? {}
        : { output: { codeSplitting: { groups: [...FIRST_LOAD, homeGroup(), ...TOGETHER] } } }),
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/media': server },
  },
}))
