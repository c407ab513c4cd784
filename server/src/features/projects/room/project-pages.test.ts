import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts'
import { newId } from '../../../db/id.ts'

let plinth: TestApp
let webDist: string
let bob: Person

beforeAll(async () => {
  // The smallest built web that pages need.
  webDist = await mkdtemp(join(os.tmpdir(), 'plinth-web-'))
  await mkdir(join(webDist, 'client'))
  await mkdir(join(webDist, 'ssr'))
  await writeFile(join(webDist, 'client/index.html'), '<!--head--><main></main><!--boot-->')
  await writeFile(join(webDist, 'screens.json'), '{}')
  await writeFile(join(webDist, 'ssr/entry-server.js'), `export const render = () => ''`)
  plinth = await startTestApp({ WEB_DIST: webDist, JOBS: 'off' })
  bob = await plinth.person('Bob')
})
afterAll(async () => {
  await plinth.close()
  await rm(webDist, { recursive: true, force: true })
})

// The page does not check who may see a project; the screen asks for it and handles a missing one.
it.each(['/projects', `/projects/${newId()}`])(
  '%s exists for members and not for visitors',
  async (url) => {
    const member = await plinth.request({ method: 'GET', url, as: bob })
    expect(member.status).toBe(200)
    expect(member.body).toContain('<title>Project')
    expect((await plinth.request({ method: 'GET', url })).status).toBe(404)
  },
)
