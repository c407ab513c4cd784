import path from 'node:path'

/** The environment of a person's shell, without the variables of the npm and the Vitest that run this test. */
export function userEnv(): NodeJS.ProcessEnv {
  const own =
    /^(npm_(?!config_)|npm_config_(omit|include|production|local_prefix)|INIT_CWD$|NODE$)|^(NODE_ENV|NODE_OPTIONS|TEST|DEV|PROD|MODE|BASE_URL|SSR)$|^VITE/i
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name))
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const found = folders.filter((one) => !/node_modules|node-gyp-bin/.test(one))
  return { ...Object.fromEntries(kept), PATH: found.join(path.delimiter) }
}
