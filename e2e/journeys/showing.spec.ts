import { expect } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { smallPng } from '../files.ts'
import { payByCard } from '../payments.ts'
import { plinthUrl, signInAs, signUp, test } from '../people.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

test('a creator asks to show what they delivered, the client lets them, and it becomes a draft', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Runa')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `Tiles for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  const files = [await smallPng('tile-a.png', '#24566b'), await smallPng('tile-b.png', '#6b5624')]
  await deliver(creator, files, 'Both of them.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve and pay/ })
    .click()
  await payByCard(page)
  await expectRoomHeading(page, 'The originals are yours')
  await expect(page.getByRole('heading', { name: 'May Marit show this?' })).toHaveCount(0)

  await creator.getByRole('button', { name: 'Ask Runa' }).click()
  await expect(creator.getByRole('heading', { name: 'We asked Runa' })).toBeVisible()
  // The client's room shows the question by itself.
  const question = page.getByRole('region', { name: 'May Marit show this?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Answer' }).click()
  await expect(question).toContainText('Choose an answer.')
  await question.getByRole('radio', { name: 'From a day on' }).check({ force: true })
  await expect(question.getByLabel('First day')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the question whether it may be shown')
  await question.getByRole('radio', { name: 'Yes, now' }).check({ force: true })
  await question.getByRole('checkbox', { name: 'Marit may name me' }).check()
  await question.getByRole('button', { name: 'Answer' }).click()
  const answered = page.getByRole('region', { name: 'In the portfolio' })
  await expect(answered).toContainText('Marit may show this in their portfolio. They may name you.')

  const told = creator.getByRole('region', { name: 'In the portfolio' })
  await expect(told).toContainText('Runa lets you show this. You may name Runa.')
  await told.getByRole('button', { name: 'Make a draft' }).click()
  const dialog = creator.getByRole('dialog', { name: 'Show this in your portfolio' })
  for (const file of ['tile-a.png', 'tile-b.png'])
    await dialog.getByRole('checkbox', { name: file }).uncheck()
  await dialog.getByRole('button', { name: 'Make a draft' }).click()
  await expect(dialog).toContainText('Choose at least one file.')
  await dialog.getByRole('checkbox', { name: 'tile-b.png' }).check()
  await expectAccessibleAtBothWidths(creator, 'choosing what to show')
  await dialog.getByRole('button', { name: 'Make a draft' }).click()
  await creator.waitForURL(/\/portfolio\//)
  await expect(creator.getByRole('heading', { level: 1, name: `Tiles for ${name}` })).toBeVisible()
  // The client sees that it was allowed, and not the draft.
  await page.goto(creator.url())
  await expect(page.getByRole('heading', { name: `Tiles for ${name}` })).toHaveCount(0)
})
