import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { plainPdf, smallPng } from '../files.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { publish } from '../posts.ts'
import { openDispute } from '../projects.ts'

/** Adds a file and waits until it has been looked at, which takes a while beside other uploads. */
async function addFile(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.getByText('Arrived', { exact: true })).toBeVisible({ timeout: 60_000 })
}
const send = (page: Page) => page.getByRole('button', { name: 'Add this proof' })
const theirProof = (page: Page) =>
  page.getByRole('heading', { name: /^(Proof of both|Your proof)/ })

test('both sides of a dispute add proof, and staff rule with everything in front of them', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  const { name } = await signUp(client, 'Ada')
  await signInAs(creator, 'Marit')
  const id = await openDispute(client, creator, `Nine plates for ${name}`)

  const complaints = watchForComplaints(client)
  await client.emulateMedia({ reducedMotion: 'reduce' })
  await client.goto(`${plinthUrl()}/projects/${id}`)
  await client.getByRole('link', { name: 'Proof and outcome' }).click()
  await expect(client.getByText(/^You can add proof until /)).toBeVisible()
  await send(client).click()
  await expect(client.getByText('Write something, or add a file.')).toBeVisible()
  await client.getByLabel('What does it show?').fill('The wall is under water at noon.')
  await addFile(client, await plainPdf('tide-table.pdf', ['Low tide at 6:40']))
  await expect(client.getByText('tide-table.pdf', { exact: true })).toBeVisible()

  // What was typed and sent survives a failed send and a reload.
  await client.route('**/api/cases/**/proof', (route) => route.abort())
  await send(client).click()
  await expect(client.getByRole('alert')).toContainText('We can’t reach Plinth.')
  await client.unroute('**/api/cases/**/proof')
  await client.reload()
  await expect(client.getByLabel('What does it show?')).toHaveValue(
    'The wall is under water at noon.',
  )
  await expect(client.getByText('tide-table.pdf', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(client, 'a case with a form for proof')
  await send(client).click()
  await expect(client.getByRole('link', { name: /^Open tide-table\.pdf/ })).toBeVisible()
  await expect(client.getByLabel('What does it show?')).toHaveValue('')
  expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])

  await creator.goto(`${plinthUrl()}/cases/dispute/${id}`)
  await expect(theirProof(creator)).toBeVisible()
  await expect(creator.getByText('The wall is under water at noon.')).toBeVisible()

  const seen = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: `/admin?tab=actions&list=disputes&item=${id}` })
  await page.getByRole('link', { name: 'Open the case' }).click()
  await expect(page.getByRole('heading', { name: 'Brief and terms' })).toBeVisible()
  await expect(page.getByText('The wall is under water at noon.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Open the messages' }).click()
  await expect(page.getByRole('list', { name: 'Messages about this project' })).toContainText(
    'The kiln is free from Monday.',
  )
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByText('Assigned', { exact: true })).toBeVisible()
  await page.getByLabel('New note').fill('The tide table settles it.')
  await page.getByRole('button', { name: 'Write the note' }).press('Enter')
  await expect(page.getByText('The tide table settles it.')).toBeVisible()
  await page.getByLabel('Back to Ada, in dollars').fill('80')
  await page.getByLabel(/^Reason/).fill('The wall is under water, and the plates exist.')
  const preview = page.getByRole('region', { name: 'What each side will be told' })
  await expect(preview).toContainText('and $80 goes back to you')
  await expect(preview).toContainText('and $145 is yours')
  await expectAccessibleAtBothWidths(page, 'the case of a dispute')
  await page.getByRole('button', { name: 'Rule: $80 to Ada, $145 to Marit' }).click()
  await expect(page.getByText('Ruled. We told both of them.', { exact: true })).toBeVisible()
  expect(seen).toEqual([])

  await client.reload()
  await expect(client.getByText('We ruled on the project.')).toBeVisible()
  await expect(client.getByText('You can’t add more proof.')).toBeVisible()
  await expect(client.getByText('The tide table settles it.')).toHaveCount(0)
})

test('a report leads to its case, with the picture as it was, and the reporter reads the reason', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const { page: maker, id: makerId } = await signUp(await openBrowser(), 'Runa')
  const post = await publish(maker, 'Salt glaze at dusk')
  const { page: reader } = await signUp(await openBrowser(), 'Signe')
  const data = { kind: 'post', id: post.id, reason: 'stolen_work', text: 'This is my glaze.' }
  const report = await call<{ id: string }>(reader, 'POST', '/api/reports', { data })
  await reader.goto(`${plinthUrl()}/cases/post/${post.id}`)
  await reader.getByLabel('What does it show?').fill('My own, from 2024.')
  await addFile(reader, await smallPng('mine.png', '#2a4b8a'))
  await send(reader).click()
  await expect(reader.getByRole('link', { name: /^Open mine\.png/ })).toBeVisible()

  await call(maker, 'PATCH', `/api/posts/${post.id}`, { data: { title: 'Something else' } })
  await maker.goto(`${plinthUrl()}/cases/post/${post.id}`)
  await expect(maker.getByText('We couldn’t load this case.')).toBeVisible()

  const complaints = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: `/admin?tab=actions&list=reports&item=${report.id}` })
  await page.getByRole('link', { name: 'Open the case' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/admin/cases/post/${post.id}`)
  const was = page.getByRole('region', { name: 'As it was reported' })
  await expect(was).toContainText('Salt glaze at dusk')
  // It has no words of its own for screen readers.
  await expect(was.locator('img')).toBeVisible()
  await expect(page.getByRole('region', { name: 'As it is now' })).toContainText('Something else')
  await expect(page.getByText('This is my glaze.')).toBeVisible()
  await expect(page.getByText('My own, from 2024.')).toBeVisible()
  await page.getByLabel(/^Reason, in writing/).fill('The original is Signe’s.')
  const preview = page.getByRole('region', { name: 'What each side will be told' })
  await expect(preview).toContainText('was taken down: Stolen work: The original is Signe’s.')
  await expectAccessibleAtBothWidths(page, 'the case of a report')
  await page.getByRole('button', { name: 'Take it down' }).click()
  await expect(page.getByText('Nothing in this case waits for a decision.')).toBeVisible()
  expect(complaints).toEqual([])

  await reader.reload()
  await expect(reader.getByText('We took it down.')).toBeVisible()
  await expect(reader.getByText('The original is Signe’s.')).toBeVisible()
  expect(await reader.content()).not.toContain(makerId)
})
