import { expect, type Page } from '@playwright/test'
import type { ProofMarks, ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { textFile, wordFile, zipOfTexts } from '../files.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

const said = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

test('the client reads texts page by page and sees what is in an archive, before paying', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Tove')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `Words for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  const paragraphs = Array.from(
    { length: 60 },
    (_, at) => `Line ${at + 1}. The harbour is quiet, and the first boat comes in at six.`,
  )
  const files = [
    await textFile('names.txt'),
    await wordFile('story.docx', { heading: 'The harbour at six', paragraphs }),
    await zipOfTexts('sources.zip', {
      'licence.txt': 'Free to use.',
      'drafts/first.txt': 'Words',
      'drafts/second.txt': 'More words',
    }),
  ]
  await deliver(creator, files, 'The story, and its drafts.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  const thingsOf = async () => (await call<ProofRoom>(page, 'GET', `/api/proof-rooms/${id}`)).things
  await expect
    .poll(async () => (await thingsOf()).map(({ versions }) => versions[0]?.proofState), {
      timeout: 120_000,
    })
    .toEqual(['ready', 'ready', 'ready'])
  const [names, story, sources] = await thingsOf()

  // A text is one page, a Word document as many as it takes.
  await page.goto(`${plinthUrl()}/projects/${id}/proof?file=${names?.id}`)
  await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await page.getByRole('button', { name: /^story.docx/ }).click()
  await expect(page).toHaveURL(new RegExp(`file=${story?.id}`))
  await expect(page.getByRole('img', { name: /^Page 1 of [2-9]/ })).toBeVisible()
  await expect(page.getByText('The text of this file as pages')).toBeVisible()
  const stage = page.getByRole('button', { name: /^Place a mark/ })
  await stage.click({ position: { x: 120, y: 100 } })
  const field = page.getByRole('textbox', { name: 'Comment on this point' })
  await field.fill('A shorter title, please.')
  await field.press('Enter')
  await expect(said(page)).toContainText('A shorter title, please.')
  const placesOf = async () => {
    const { marks } = await call<ProofMarks>(page, 'GET', `/api/proof-rooms/${id}/marks`)
    return marks.map(({ place }) => [place.shape, place.page])
  }
  await expect.poll(placesOf).toEqual([['point', 1]])
  await expectAccessibleAtBothWidths(page, 'a text as pages in a proof room')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: /^Page 2 of/ })).toBeVisible()

  // The list can be read and scrolled by keyboard; there is nothing in it to press or to draw on.
  await page.getByRole('button', { name: /^sources.zip/ }).click()
  await expect(page).toHaveURL(new RegExp(`file=${sources?.id}`))
  const list = page.getByRole('group', { name: 'Files in sources.zip' })
  await expect(list.getByRole('row')).toHaveText([
    'NameSize',
    /^licence.txt/,
    'drafts',
    /^first.txt/,
    /^second.txt/,
  ])
  await expect(page.getByText('3 files, 1 KB unpacked')).toBeVisible()
  await list.focus()
  await expect(list).toBeFocused()
  await expect(stage).toHaveCount(0)
  await expectAccessibleAtBothWidths(page, 'an archive in a proof room')

  // The same in the project's room.
  await page.goto(`${plinthUrl()}/projects/${id}`)
  await page.getByRole('button', { name: 'View sources.zip, 3 files' }).click()
  const dialog = page.getByRole('dialog', { name: 'sources.zip' })
  await expect(dialog.getByRole('row')).toHaveCount(5)
  await expectAccessibleAtBothWidths(page, 'an archive in a dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Read story.docx/ }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
  await expectAccessible(page, 'a text in a dialog')
  expect(complaints).toEqual([])
})
