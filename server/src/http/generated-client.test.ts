import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { writeMessage } from '../../test/content/messages.ts'
import { makeToken } from '../../test/content/tokens.ts'
import { makeWork } from '../../test/content/works.ts'
import { makePicture } from '../../test/media/pictures.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')
const TSC = path.join(root, 'node_modules/typescript-7/bin/tsc')

/** A program as others write it: it knows the generated types and nothing of ours. */
const PROGRAM = `
import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './plinth.d.ts'

const { PLINTH_URL: baseUrl = '', PLINTH_TOKEN: token = '' } = process.env
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })

const works = await api.GET('/api/portfolios', { params: { query: { limit: 1 } } })
const first: components['schemas']['PortfolioItem'] | undefined = works.data?.[0]
const work = first && (await api.GET('/api/portfolios/{id}', { params: { path: { id: first.id } } }))
const like =
  first &&
  (await api.POST('/api/portfolios/{id}/like', {
    params: { path: { id: first.id } },
    body: { liked: true },
  }))
const messages = await api.GET('/api/messages')
const picture = await readFile(new URL('./plate.png', import.meta.url))
const post = await api.POST('/api/posts', {
  body: { title: 'From a program', media_0: 'plate.png', alt_0: 'A plate' },
  bodySerializer: (body) => {
    const { media_0: name, ...texts } = body as Extract<typeof body, { media_0?: string }>
    const form = new FormData()
    for (const [field, text] of Object.entries(texts)) form.append(field, String(text))
    form.append('media_0', new Blob([picture], { type: 'image/png' }), name)
    return form
  },
})
const sending = await api.POST('/api/messages', {
  body: { receiverId: first?.creatorId ?? '', content: 'Hello' },
})
const sessions = await api.GET('/api/sessions')
const missing = await api.GET('/api/portfolios/{id}', {
  params: { path: { id: '01890000-0000-7000-8000-000000000000' } },
})
// @ts-expect-error There is no such address.
const nowhere = await api.GET('/api/nowhere')
// @ts-expect-error A work has no such field.
const unknown = first?.secret

console.log(
  JSON.stringify({
    title: first?.title,
    next: works.response.headers.get('link')?.includes('rel="next"'),
    isLiked: like?.data?.liked,
    likes: work?.data?.likes,
    message: messages.data?.[0]?.content,
    post: [post.response.status, post.data?.title, post.data?.creator.firstName],
    sending: [sending.response.status, sending.error?.code],
    sessions: [sessions.response.status, sessions.error?.code],
    missing: [missing.response.status, missing.error?.message],
    nowhere: nowhere.response.status,
    unknown,
  }),
)
`

const t = testApp()
let folder: string
let url: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-client-'))
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('lets a program with generated types compile, read, write, and be refused elsewhere', async () => {
  const document = await fetch(`${url}/api/docs/json`)
  const types = await openapiTS(await document.text())
  const files = {
    'plinth.d.ts': astToString(types),
    'program.ts': PROGRAM,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: path.join(root, 'tsconfig.base.json'),
      compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'], skipLibCheck: false },
      include: ['program.ts', 'plinth.d.ts'],
    }),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  await writeFile(path.join(folder, 'plate.png'), await makePicture('image/png', 200, 100))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const compiled = await run(process.execPath, [TSC, '-p', folder], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout).toBe('')

  const [alice, maker] = [await t.person('Alice'), await t.person('Maker', { isCreator: true })]
  await makeWork(t.deps, maker, { title: 'Earlier' })
  await makeWork(t.deps, maker, { title: 'Moon Jar' })
  const { content } = await writeMessage(t, maker, alice, { text: 'The glaze is dry.' })
  const { headers } = await makeToken(t.deps, alice, [
    'works:read',
    'works:write',
    'posts:write',
    'messages:read',
  ])
  const { stdout } = await run(process.execPath, [path.join(folder, 'program.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      PLINTH_URL: url,
      PLINTH_TOKEN: headers.authorization.replace('Bearer ', ''),
    },
  })
  expect(JSON.parse(stdout)).toEqual({
    title: 'Moon Jar',
    next: true,
    isLiked: true,
    likes: 0,
    message: content,
    post: [201, 'From a program', 'Alice'],
    sending: [403, 'token.forbidden'],
    sessions: [403, 'token.forbidden'],
    missing: [404, 'There is nothing here.'],
    nowhere: 404,
  })
}, 120_000)
