import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The two faces that every first screen is set in. The others wait until a glyph of theirs is met. */
const PRELOADED = [/archivo-latin-standard-normal/, /instrument-sans-latin-wght-normal/]

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
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), preloadFonts()],
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
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/media': server },
  },
}))
