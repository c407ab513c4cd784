import { expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { createMediaClient } from '../../../../test/media/media-client.ts'
import { queuedFor } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { RENDER } from '../media-rules.ts'

const site = testApp({ JOBS: 'off' })

it('makes everybody’s first picture before somebody’s third', async () => {
  const file = await makePicture('image/jpeg', 400, 300)
  const sent: string[] = []
  for (const name of ['Ann', 'Ann', 'Ann', 'Ben', 'Cleo', 'Ben']) {
    const person = people.get(name) ?? (await site.person(name))
    people.set(name, person)
    sent.push((await createMediaClient(site, person).upload(file)).id)
  }
  const [ann1, ann2, ann3, ben1, cleo1, ben2] = sent
  expect(await queuedFor(site.deps.db, RENDER)).toEqual([ann1, ben1, cleo1, ann2, ben2, ann3])
})

const people = new Map<string, Awaited<ReturnType<typeof site.person>>>()
