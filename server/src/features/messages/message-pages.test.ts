import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { testWeb } from '../../../test/web.ts'
import { newId } from '../../db/id.ts'

const web = testWeb()
const plinth = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let bob: Person

beforeAll(async () => {
  bob = await plinth.person('Bob')
})

// Whose a conversation is, the page does not know: the screen asks, and says when it is not there.
it.each(['/messages', `/messages/${newId()}`])(
  '%s is there for a member and not for a visitor',
  async (url) => {
    const member = await plinth.request({ method: 'GET', url, as: bob })
    expect(member.status).toBe(200)
    expect(member.body).toContain('<title>Messages</title>')
    expect((await plinth.request({ method: 'GET', url })).status).toBe(401)
  },
)
