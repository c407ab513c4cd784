import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { expect } from '@playwright/test'
import { connectBank, seeCheckout, payWithCard } from '../payments.ts'
import { WORLD } from '../global-setup.ts'
import { openThread, thread } from '../messages.ts'
import { call, plinthUrl, signInAs, test } from '../people.ts'
import { deliver, expectRoomHeading, openRoom } from '../projects.ts'
import { openAlbum } from './album.ts'

const root = path.resolve(import.meta.dirname, '../..')
const work = (name: string) => path.join(root, 'server/seeds/world/works', name)

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function booksOf(projectId: string) {
  const script = path.join(root, 'scripts/lib/books-of.mjs')
  const env = { ...process.env, PLINTH_DATA: WORLD }
  const { stdout } = await promisify(execFile)(process.execPath, [script, projectId], { env })
  return JSON.parse(stdout) as { kind: string; movement: string; account: string; cents: number }[]
}

const HEAD = `# A hire, step by step

Ben hires Marit: the pictures, at 1440 and 390 pixels, and the entries in the books are of one run of
\`e2e/walkthrough/hire.spec.ts\`, which writes this page.
`

test('a hire, as both see it', async ({ openBrowser }) => {
  const album = openAlbum('hire')
  const [client, creator] = [await openBrowser(), await openBrowser()]
  await signInAs(client, 'Ben')
  await signInAs(creator, 'Marit')
  const { url: bank } = await call<{ url: string }>(creator, 'POST', '/api/payouts/connect')
  await creator.goto(bank)
  await connectBank(creator)

  const id = await openRoom(client, creator, 'A jar and forty bowls')
  const room = `${plinthUrl()}/projects/${id}`
  const { conversationId } = await call<Project>(client, 'GET', `/api/projects/${id}`)
  await openThread(client, conversationId ?? '')
  const accept = thread(client).getByRole('button', { name: 'Accept and pay $225' }).last()
  await expect(accept).toBeVisible()
  await album.add(client, 'Marit answers an inquiry with a quote')
  await accept.click()
  await seeCheckout(client)
  await album.add(client, 'Ben pays the deposit, half of the price, at the card provider')
  await payWithCard(client, 'Pay $225.00')
  await expectRoomHeading(client, 'Marit is at work')
  await album.add(client, 'Plinth holds it while Marit works')

  await creator.goto(room)
  await creator.getByRole('checkbox', { name: /is done$/ }).click()
  await album.add(creator, 'Marit ticks what is done, and delivers here')
  await deliver(
    creator,
    [work('moon-jar.jpg'), work('three-for-a-windowsill.jpg')],
    'The first firing.',
  )
  await expectRoomHeading(client, 'Delivery 1 is ready for you')
  // The previews are made in the background.
  await expect(client.getByRole('button', { name: /^View / })).toHaveCount(2, {
    timeout: 120_000,
  })
  await album.add(client, 'Ben sees previews; the files stay shut')
  await client
    .getByRole('button', { name: /^Approve and pay the balance/ })
    .first()
    .click()
  await client
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Approve and pay $225' })
    .click()
  await payWithCard(client, 'Pay $225.00')
  await expectRoomHeading(client, 'The originals are yours')
  await album.add(client, 'Approved and paid: the originals open')
  await expectRoomHeading(creator, 'Finished and paid')
  await album.add(creator, 'Both halves go to Marit, less the card’s fee')
  await creator.goto(`${plinthUrl()}/statement`)
  await expect(creator.getByRole('row').filter({ hasText: 'forty bowls' }).first()).toBeVisible()
  await album.add(creator, 'Her statement has every cent')

  const paidOut = async () => (await booksOf(id)).filter(({ kind }) => kind === 'transfer').length
  await expect.poll(paidOut, { timeout: 60_000, intervals: [3_000] }).toBe(4)
  await album.close(HEAD, await booksOf(id))
})
