import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { smallJpeg } from '../files.ts'
import { plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

const field = (page: Page) => page.getByRole('textbox', { name: /^Comment on/ })
const said = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

test('a guest without an account comments on a phone, until their link is turned off', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Iris')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `A label for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(creator, [await smallJpeg('label.jpg')], 'Only between us.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  await page.goto(`${plinthUrl()}/projects/${id}/proof`)
  await expect(page.getByRole('button', { name: /^Place a mark/ })).toBeVisible({ timeout: 60_000 })

  // The client makes a link by keyboard.
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share with a link' })
  await dialog.getByRole('button', { name: 'Make the link and copy it' }).press('Enter')
  await expect(dialog).toContainText('Say who it is for.')
  await dialog.getByRole('textbox', { name: 'Who is it for?' }).fill('The printer')
  await expect(dialog.getByRole('radio', { name: 'Look and comment' })).toBeChecked()
  await expectAccessibleAtBothWidths(page, 'sharing a proof room')
  await page.keyboard.press('Enter')
  const made = dialog.getByRole('textbox', { name: 'Link', exact: true })
  const link = await made.inputValue()
  expect(link).toMatch(/\/proof\/[\da-f-]{36}#[\w-]{43}$/)
  await expect(dialog.getByRole('listitem')).toContainText(['No guests yet'])
  await expectAccessible(page, 'a link that was made')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')

  // Somebody opens it on a phone, in a browser that knows nobody.
  const guest = await openBrowser()
  const troubles = watchForComplaints(guest)
  await guest.setViewportSize({ width: 390, height: 844 })
  const answer = await guest.goto(link)
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(answer?.headers()['cache-control']).toContain('no-store')
  await expect(guest.getByRole('heading', { name: 'What’s your name?' })).toBeVisible()
  await expectAccessible(guest, 'a guest who is asked for a name')
  await guest.getByRole('button', { name: 'Start commenting' }).press('Enter')
  await expect(guest.getByText('Enter your name.')).toBeVisible()
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Aino Lehtonen')
  await guest.keyboard.press('Enter')
  await expect(said(guest)).toContainText('No comments yet.')
  await expect(said(guest)).toContainText('Iris approves. You can comment.')
  await expect(guest.getByText('Only between us.')).toHaveCount(0)
  const shown = guest.getByRole('img', { name: 'Preview of label.jpg' })
  await expect(shown).toBeVisible({ timeout: 60_000 })
  const picture = guest.locator('.zoom-whole').first()
  await expect(picture).toHaveAttribute('src', /^\/media\/proofs\//, { timeout: 60_000 })
  await expectAccessible(guest, 'a proof room as a guest sees it')

  // What the guest writes is there for the client at once, and an answer comes back.
  await field(guest).fill('The green is too cold.')
  await field(guest).press('Enter')
  const comment = said(page).getByRole('listitem').filter({ hasText: 'The green is too cold.' })
  await expect(comment).toContainText('Aino Lehtonen')
  await expect(comment).toContainText('Guest')
  await comment.getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('textbox', { name: 'Answer to comment 1' }).fill('We’ll warm it up.')
  await page.keyboard.press('Enter')
  await expect(said(guest)).toContainText('We’ll warm it up.', { timeout: 20_000 })

  // Asked only once in this browser.
  await guest.reload()
  await expect(said(guest)).toContainText('The green is too cold.')

  // The client turns the link off while the guest writes: they are told, and keep their words.
  await field(guest).fill('And the band is crooked.')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: 'The printer' })
  await expect(row).toContainText('1 guest, Aino Lehtonen')
  await row.getByRole('button', { name: 'Turn off the link for The printer' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(row).toContainText('Turned off')
  await field(guest).press('Enter')
  const over = 'This link has ended. Ask Iris for a new one.'
  await expect(said(guest)).toContainText(over)
  await expect(said(guest)).toContainText('And the band is crooked.')
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await expect(guest.getByText(over)).toBeVisible()
  await expect(guest.getByText('And the band is crooked.')).toBeVisible()
  await expectAccessible(guest, 'a link that has ended')

  // Another browser learns as much from the link, and nothing without its secret.
  const late = await openBrowser()
  await late.goto(link)
  await expect(late.getByText('Ask Iris for a new one.')).toBeVisible()
  await late.goto('about:blank')
  await late.goto(link.replace(/#.*/, ''))
  await expect(late.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expectAccessible(late, 'a link without its secret')
  // A link that has ended answers 410, which browsers note.
  expect([...complaints, ...troubles].filter((one) => !one.includes('410'))).toEqual([])
})
