import { expect, it } from 'vitest'
import { newId } from '../../db/id.ts'
import type { Viewer } from '../../http/viewer.ts'
import { mediaPages } from './media-pages.ts'

const member: Viewer = {
  id: newId(),
  isCreator: false,
  role: null,
  isAdmin: false,
  sessionId: newId(),
  signedInAt: new Date(),
}

it('lists all limits for everyone, also without JavaScript', async () => {
  const page = mediaPages.find(({ path }) => path === '/limits')
  const load = (viewer: Viewer | null) => page?.load({ viewer, params: {}, query: {} })
  expect(await load(null)).toMatchObject({ title: 'All limits', screen: 'limits', prerender: true })
  expect(await load(member)).toMatchObject({ title: 'All limits', prerender: false })
})
