import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { pressAndWait, choose } from '../controls.ts'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'
import { publish } from '../posts.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a tag leads to everything with it, works and posts separately', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Embla')
  const { workCount, postCount } = await call<{ workCount: number; postCount: number }>(
    page,
    'GET',
    '/api/tags/poster',
  )
  expect(Math.min(workCount, postCount)).toBeGreaterThan(0)
  const [post] = await call<{ id: string }[]>(page, 'GET', '/api/posts/tag/poster')
  await page.goto(`${plinthUrl()}/post/${post?.id}`)
  await page.getByRole('link', { name: '#poster', exact: true }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/explore/tag/poster`)
  await expect(heading(page)).toHaveText('#poster')
  await expect(page.getByRole('status').first()).toContainText(`${workCount} work`)
  await expect(page.getByRole('status').first()).toContainText(`${postCount} post`)
  await expect(page.getByRole('heading', { level: 2, name: 'Works' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Posts' })).toBeVisible()

  const show = page.getByRole('navigation', { name: 'Show' })
  await show.getByRole('link', { name: 'Works' }).click()
  await expect(page).toHaveURL(/show=works/)
  await expect(cards(page).first()).toBeVisible()
  await expect(cards(page).getByRole('link', { name: /^Nachtmusik/ })).toBeVisible()
  await show.getByRole('link', { name: 'Posts' }).click()
  await expect(cards(page).getByRole('link', { name: /^On press/ })).toBeVisible()
  await expect(cards(page).getByRole('link', { name: /^Nachtmusik/ })).toHaveCount(0)
  await page.reload()
  await expect(cards(page).getByRole('link', { name: /^On press/ })).toBeVisible()
  await cards(page)
    .getByRole('link', { name: /^On press/ })
    .click()
  await expect(heading(page)).toHaveText('On press')
  await page.goBack()
  await expect(heading(page)).toHaveText('#poster')
  expect(complaints).toEqual([])
})

test('a tag is found in any case and script, and an unused one says so', async ({ page }) => {
  await signUp(page, 'Embla')
  const tag = `Blåbær ${randomUUID().slice(0, 6)}`
  await publish(page, 'In the wood', { fields: { tags: JSON.stringify([tag]) } })
  await page.goto(`${plinthUrl()}/explore/tag/${encodeURIComponent(tag.toUpperCase())}`)
  await expect(cards(page).getByRole('link', { name: /^In the wood/ })).toBeVisible()
  await expect(heading(page)).toHaveText(`#${tag.toLowerCase()}`)
  await page.goto(`${plinthUrl()}/explore/tag/${randomUUID()}`)
  await expect(page.getByText(/^Nothing is tagged #/)).toBeVisible()
  await page.getByRole('link', { name: 'Explore posts' }).click()
  await expect(heading(page)).toHaveText('Posts')
})

test('everybody’s posts can be those of followed people only', async ({ page }) => {
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore/posts?order=following`)
  await expect(page.getByText('No posts to show')).toBeVisible()
  await page.getByRole('link', { name: 'Show all posts' }).click()
  await expect(cards(page).first()).toBeVisible()

  const [post] = await call<{ creatorId: string; title: string }[]>(
    page,
    'GET',
    '/api/posts/tag/poster',
  )
  await call(page, 'POST', `/api/users/${post?.creatorId}/follow`)
  await page.reload()
  await choose(page.getByRole('combobox', { name: 'Order' }), 'People you follow')
  await expect(page).toHaveURL(/order=following/)
  await expect(cards(page).getByRole('link', { name: new RegExp(`^${post?.title}`) })).toBeVisible()
  const theirs = await call<{ title: string }[]>(page, 'GET', `/api/posts/user/${post?.creatorId}`)
  await expect(cards(page)).toHaveCount(theirs.length)
})

test('the address determines how everybody’s posts are sorted and filtered', async ({ page }) => {
  await signUp(page, 'Embla')
  const post = await publish(page, `Newest of all ${randomUUID()}`, {
    fields: { categoryId: '4' },
  })
  await page.goto(`${plinthUrl()}/explore`)
  await page.getByRole('link', { name: 'Posts by everybody' }).click()
  await expect(heading(page)).toHaveText('Posts')
  await expect(cards(page).first()).toBeVisible()
  await choose(page.getByRole('combobox', { name: 'Order' }), 'Newest first')
  await expect(page).toHaveURL(/order=newest/)
  await expect(cards(page).getByRole('link', { name: new RegExp(`^${post.title}`) })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Editing', exact: true }).click()
  await expect(page).toHaveURL(/category=editing/)
  await expect(page).toHaveURL(/order=newest/)
  await expect(cards(page).getByRole('link', { name: new RegExp(`^${post.title}`) })).toBeVisible()
  await expect(cards(page).first()).toContainText('Editing')
  await page.reload()
  await expect(cards(page).getByRole('link', { name: new RegExp(`^${post.title}`) })).toBeVisible()
})

for (const [name, path, empty, act] of [
  ['Liked Posts', '/liked-posts', 'No liked posts yet', 'like'],
  ['Saved Posts', '/saved-posts', 'No saved posts yet', 'save'],
] as const) {
  test(`${name}: empty at first, then listed, and removable in place`, async ({ page }) => {
    await signUp(page, 'Embla')
    await page.goto(plinthUrl())
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('link', { name: name.replace(' Posts', ''), exact: true }).click()
    await expect(page).toHaveURL(plinthUrl() + path)
    await expect(heading(page)).toHaveText(name)
    await expect(page.getByText(empty, { exact: true })).toBeVisible()
    const [first] = await call<{ id: string; title: string }[]>(
      page,
      'GET',
      '/api/posts/tag/poster',
    )
    await call(page, 'POST', `/api/posts/${first?.id}/${act}`)
    await page.reload()
    await expect(cards(page)).toHaveCount(1)
    const word = act === 'like' ? 'Like' : 'Save'
    const button = cards(page).getByRole('button', { name: `${word} ${first?.title}` })
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await pressAndWait(page, `/${act}`, () => button.click())
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await expect(cards(page)).toHaveCount(1)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(`${plinthUrl()}/`)
    // The address changes first; a removed post disappears once the screen is left.
    await expect(heading(page)).not.toHaveText(name)
    await page.goBack()
    await expect(page.getByText(empty, { exact: true })).toBeVisible()

    // Works are listed beside the posts and open in a dialog.
    const [work] = await call<{ id: string }[]>(page, 'GET', '/api/portfolios/tag/poster')
    await call(page, 'POST', `/api/portfolios/${work?.id}/${act}`)
    await page
      .getByRole('navigation', { name: 'Show' })
      .getByRole('link', { name: 'Works' })
      .click()
    await expect(heading(page)).toHaveText(name.replace('Posts', 'Works'))
    await expect(cards(page)).toHaveCount(1)
    await cards(page).getByRole('link').first().click()
    await expect(page).toHaveURL(`${plinthUrl()}/portfolio/${work?.id}`)
    const shown = page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`(^|, )${word} `) })
    await expect(shown).toHaveAttribute('aria-pressed', 'true')
    await pressAndWait(page, `/${act}`, () => shown.click())
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${plinthUrl()}${path}?show=works`)
    await expect(cards(page)).toHaveCount(1)
    await page.reload()
    await expect(page.getByText(empty.replace('posts', 'works'), { exact: true })).toBeVisible()
  })
}
