import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { smallPng } from '../files.ts'
import { payWithCard } from '../payments.ts'
import { plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

const paper = (page: Page, title: string) => page.getByRole('region', { name: title })

test('by keyboard alone: a comment, a change with its list, picks, and an approval that is paid and on record', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Ada')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `Labels for ${name}`, { picks: 1 })
  const [project, room] = [`${plinthUrl()}/projects/${id}`, `${plinthUrl()}/projects/${id}/proof`]
  const send = async (colour: string, note: string) => {
    await creator.goto(project)
    const files = [await smallPng('label.png', colour), await smallPng('cap.png', colour)]
    await deliver(creator, files, note)
  }
  await send('#24566b', 'The first ones.')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(room)
  await expect(paper(page, 'Delivery 1')).toContainText('$225, the balance')
  await expect(paper(page, 'Delivery 1')).toContainText('$0, round 1 of 2')
  await page.keyboard.press('m')
  await page.keyboard.type('One step darker, please.')
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(paper(page, 'Delivery 1')).toContainText('Your open comment becomes the list.')
  await page.getByRole('button', { name: 'Ask for a change' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('One step darker, please. on label.png')
  await dialog.getByRole('button', { name: 'Request the change' }).press('Enter')
  await expect(paper(page, 'Round 1 of 2')).toContainText('You asked for 1 thing.')

  await creator.goto(room)
  await creator.getByRole('button', { name: 'Mark as done' }).press('Enter')
  await expect(paper(page, 'Round 1 of 2')).toContainText('1 of 1 done')
  await send('#12333f', 'Darker.')

  await page.goto(room)
  await expect(paper(page, 'Delivery 2')).toContainText('Round 1 of 2 used')
  await page.getByRole('button', { name: 'Done 1' }).press('Enter')
  await page.getByRole('button', { name: 'Looks right' }).press('Enter')
  await expect(page.getByText('You agreed.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Pick label.png' }).press('Space')
  await expect(page.getByRole('heading', { name: '1 of 1 pick' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Pick cap.png' }).press('Space')
  await expect(page.getByText('You have 1. Take one out to add this.')).toBeVisible()
  const right = page.getByRole('button', { name: 'It’s right' })
  await right.press('Enter')
  await expect(right).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleAtBothWidths(page, 'a delivery to decide on')

  await page.setViewportSize({ width: 390, height: 844 })
  const approve = page.getByRole('button', { name: 'Approve and pay $225' })
  await expect(approve).toBeInViewport()
  await approve.press('Enter')
  await expect(dialog).toContainText('label.png, version 2')
  await expect(dialog).toContainText('Your picks: 1 of 1')
  await expectAccessibleAtBothWidths(page, 'an approval')
  await dialog.getByRole('button', { name: 'Approve and pay $225' }).press('Enter')
  await payWithCard(page, 'Pay $225.00')
  await expectRoomHeading(page, 'The originals are yours')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Record of the approval (PDF)' }).press('Enter')
  expect((await downloaded).suggestedFilename()).toMatch(/approval\.pdf$/)
  expect(complaints).toEqual([])
})
