import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { testWeb } from '../../../../test/web.ts'
import { newId } from '../../../db/id.ts'

const web = testWeb()
const plinth = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let bob: Person

beforeAll(async () => {
  bob = await plinth.person('Bob')
})

// The page does not check who may see a project; the screen asks for it and handles a missing one.
it.each(['/projects', `/projects/${newId()}`])(
  '%s exists for members and not for visitors',
  async (url) => {
    const member = await plinth.request({ method: 'GET', url, as: bob })
    expect(member.status).toBe(200)
    expect(member.body).toContain('<title>Project')
    expect((await plinth.request({ method: 'GET', url })).status).toBe(401)
  },
)
