import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { payByCard } from '../payments.ts'
import { call, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { hire } from '../projects.ts'

const emailOf = async (page: Page) =>
  (await call<{ email: string }>(page, 'GET', '/api/auth/user')).email

/** Opens the newest email with this subject in the sandbox's mailbox, once it has arrived. */
async function openEmail(page: Page, to: string, subject: string | RegExp): Promise<void> {
  const screen = await page.request.get(`${plinthUrl()}/api/login`, { maxRedirects: 0 })
  const { origin } = new URL(screen.headers()['location'] ?? '')
  const link = page.getByRole('link', { name: subject }).first()
  await expect(async () => {
    await page.goto(`${origin}/mailbox?to=${encodeURIComponent(to)}`)
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await link.click()
}

/** Shows the email as an email program does: without scripts, in a phone's and a desktop's width, by day and night. */
async function expectReadable(page: Page, where: string): Promise<void> {
  const answer = await page.request.get(`${page.url()}/html`)
  // Without the mailbox's own policies, as in an email program.
  const shown = `${plinthUrl()}/shown-email`
  const body = await answer.text()
  await page.route(shown, (route) => route.fulfill({ body, contentType: 'text/html' }))
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 600]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(shown)
      await expectAccessible(page, `${where}, ${width} wide, ${colorScheme}`)
      const pictures = await page.evaluate<[alt: string, width: number][]>(
        '[...document.images].map((one) => [one.alt, one.naturalWidth])',
      )
      expect(pictures, `${where}: its picture`).toEqual([
        [expect.stringMatching(/\S/), expect.any(Number)],
      ])
      expect(pictures[0]?.[1], `${where}: its picture is loaded`).toBeGreaterThan(0)
    }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a deposit is confirmed to both by emails that can be read anywhere', async ({
  page,
  browser,
}) => {
  const guest = await signUp(page, 'Runa')
  const creator = await browser.newPage()
  await signInAs(creator, 'Marit')
  const [clientEmail, creatorEmail] = [await emailOf(page), await emailOf(creator)]
  const { id, title } = await hire(page, creator, 'One jar for a dark room.')
  await payByCard(page)

  await openEmail(page, clientEmail, /^Your \$[\d,.]+ deposit is paid$/)
  const html = page.frameLocator('iframe[title="The email"]')
  await expect(html.getByRole('heading', { name: 'Your deposit is paid' })).toBeVisible()
  await expect(html.getByRole('link', { name: 'See the project' })).toHaveAttribute(
    'href',
    `${plinthUrl()}/projects/${id}`,
  )
  await expect(page.locator('pre.text')).toContainText(title)
  await expect(page.locator('pre.text')).toContainText('Visa ending 4242')
  await expectReadable(page, 'the receipt')

  await openEmail(creator, creatorEmail, `${guest.name} hired you`)
  await expect(creator.locator('pre.text')).toContainText('Say yes or no by ')
  await expectReadable(creator, 'the news of a hire')
  await creator.close()
})
