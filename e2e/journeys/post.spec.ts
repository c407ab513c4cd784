import { expect, type Page } from '@playwright/test'
import { pressAndWait } from '../controls.ts'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'
import { publish, addComment } from '../posts.ts'

const address = (id: string) => `${plinthUrl()}/post/${id}`
const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const box = (page: Page) => page.getByRole('textbox', { name: 'Your comment', exact: true })
const comment = (page: Page, words: string) =>
  comments(page).getByRole('listitem').filter({ hasText: words })

async function openPost(page: Page, id: string): Promise<void> {
  await page.goto(address(id))
  await expect(comments(page).getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await expect(page.getByText('Comments loading...')).toHaveCount(0)
}

test.describe('before any script has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('a shared post can be read, seen and previewed', async ({ page, openBrowser }) => {
    const maker = await signUp(await openBrowser(), 'Signe')
    const post = await publish(maker.page, 'Salt on the "dark" glaze', {
      fields: { description: 'It came out <grey> & is staying.', tags: '["salt"]' },
      files: [await smallPng('salt-1.png', '#3d4a4f'), await smallPng('salt-2.png', '#5c6b61')],
    })
    const answer = await page.goto(address(post.id))
    expect(answer?.status()).toBe(200)
    await expect(page).toHaveTitle(`${post.title} by ${maker.name}`)
    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
    await expect(page.getByText('It came out <grey> & is staying.')).toBeVisible()
    await expect(page.getByText(maker.name).first()).toBeVisible()
    const picture = page.getByRole('img', { name: post.title })
    await expect(picture).toBeVisible()
    expect(
      await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth),
    ).not.toBe(0)

    const head = (name: string) =>
      page
        .locator(`meta[property="${name}"], meta[name="${name}"]`)
        .evaluateAll(([meta]) => meta?.getAttribute('content'))
    expect(await head('og:title')).toContain(post.title)
    expect(await head('og:url')).toBe(address(post.id))
    expect(await head('description')).toContain('It came out <grey> & is staying.')
    const preview = await page.request.get((await head('og:image')) ?? '')
    expect(preview.headers()['content-type']).toMatch(/^image\//)
    const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
    const facts = JSON.parse(data ?? '') as Record<string, unknown>
    expect(JSON.stringify(facts)).toContain('Salt on the \\"dark\\" glaze')
    expect(JSON.stringify(facts)).toContain(maker.name)
  })
})

test('a visitor who likes is led through sign-in and back to the post', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Handle, second try')
  await openPost(page, post.id)
  await expect(comments(page).getByRole('link', { name: 'Log in to comment' })).toBeVisible()
  await page.getByRole('link', { name: `Like ${post.title}` }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Sign in as Dana' }).click()
  await expect(page).toHaveURL(address(post.id))
  await expect(box(page)).toBeVisible()
  expect(complaints).toEqual([])
})

test('a member likes, saves and shares a post, and a reload keeps it', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Spout, cut short')
  await signUp(page, 'Aud')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPost(page, post.id)
  const like = page.getByRole('button', { name: `Like ${post.title}` })
  const save = page.getByRole('button', { name: `Save ${post.title}` })
  const share = page.getByRole('button', { name: `Share ${post.title}` })
  await pressAndWait(page, '/like', () => like.click())
  await pressAndWait(page, '/save', () => save.click())
  await share.click()
  await expect(page.getByText('Link Copied!', { exact: true })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address(post.id))
  await expect(share).toHaveAccessibleName(`1 share, Share ${post.title}`)
  await page.reload()
  await expect(like).toHaveAccessibleName(`1 like, Like ${post.title}`)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await expect(share).toHaveAccessibleName(`1 share, Share ${post.title}`)
  expect(complaints).toEqual([])
})

test('a like or a save that the server refuses is undone with a message', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Lid, too small')
  await signUp(page, 'Aud')
  await openPost(page, post.id)
  for (const [word, path] of [
    ['Like', 'like'],
    ['Save', 'save'],
  ] as const) {
    await page.route(`**/api/posts/*/${path}`, (route) =>
      route.fulfill({ status: 503, body: 'busy' }),
    )
    const button = page.getByRole('button', { name: `${word} ${post.title}` })
    await button.click()
    await expect(page.getByText(`Failed to update ${path} status`, { exact: true })).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
  }
})

test('Enter sends a comment, Shift and Enter start a new line, and people are mentioned by keyboard', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Two bowls')
  await signUp(page, 'Aud')
  await openPost(page, post.id)
  await box(page).fill('   ')
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled()
  await box(page).fill('')
  await box(page).pressSequentially('The left one,')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially(`for @${maker.name}`)
  const person = await page.request.get(`${plinthUrl()}/api/users/profile/${maker.id}`)
  const { handle } = (await person.json()) as { handle: string }
  const offers = page.getByRole('listbox', { name: 'People you can mention' })
  await expect(offers.getByRole('option')).toHaveCount(1)
  await expect(offers.getByRole('option', { selected: true })).toContainText(maker.name)
  await box(page).press('Enter')
  await expect(offers).toBeHidden()
  await expect(box(page)).toHaveValue(`The left one,\nfor @${handle} `)
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
  const said = comment(page, 'The left one,')
  await expect(said).toHaveCount(1)
  await expect(said.getByRole('link', { name: `@${handle}` })).toHaveAttribute(
    'href',
    `/profile/${maker.id}`,
  )
  await page.reload()
  await expect(said.getByRole('link', { name: `@${handle}` })).toBeVisible()
})

test('a comment gets a reply, is edited in time, and is deleted after confirming', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Cup with a crack')
  const aud = await signUp(page, 'Aud')
  await openPost(page, post.id)
  await box(page).fill('Is it glued?')
  await box(page).press('Enter')
  const said = comment(page, 'Is it glued?')
  await said.getByRole('button', { name: `Reply to ${aud.name}` }).click()
  const reply = page.getByRole('textbox', { name: `Your reply to ${aud.name}` })
  await expect(reply).toBeFocused()
  await reply.fill('It is: I asked her.')
  await reply.press('Enter')
  await expect(said.getByRole('listitem')).toContainText('It is: I asked her.')

  const actions = said.getByRole('button', { name: `Actions on the comment by ${aud.name}` })
  await actions.first().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = said.getByRole('textbox', { name: 'Edit your comment' })
  await expect(edit).toBeFocused()
  await edit.fill('Is it glued, or sewn?')
  await page.keyboard.press('Enter')
  const changed = comment(page, 'Is it glued, or sewn?')
  await expect(changed.getByText('edited', { exact: true })).toBeVisible()

  const question = page.getByRole('alertdialog', { name: 'Delete this comment?' })
  const remove = async () => {
    await comments(page)
      .getByRole('button', { name: `Actions on the comment by ${aud.name}` })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question).toContainText('This action cannot be undone.')
  }
  await remove()
  await question.getByRole('button', { name: 'Keep comment' }).click()
  await expect(question).toHaveCount(0)
  await expect(comment(page, 'It is: I asked her.').first()).toBeVisible()
  await remove()
  await question.getByRole('button', { name: 'Delete comment' }).click()
  // While the dialog is open, everything behind it is hidden from this query.
  await expect(question).toHaveCount(0)
  await expect(comments(page).getByText('It is: I asked her.')).toHaveCount(0)
  await remove()
  await question.getByRole('button', { name: 'Delete comment' }).click()
  await expect(comments(page).getByText('No comments yet')).toBeVisible()
  await page.reload()
  await expect(comments(page).getByText('No comments yet')).toBeVisible()
})

test('a comment that fails to send stays, and arrives once when it is sent again', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Jug, leaning')
  await signUp(page, 'Aud')
  await openPost(page, post.id)
  // It arrives, but the response is lost: the server must recognise the second attempt as the same comment.
  await page.route('**/api/posts/*/comments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await box(page).fill('Does it pour?')
  await box(page).press('Enter')
  const waiting = comments(page).getByRole('alert')
  await expect(waiting).toContainText('Not sent.')
  await page.unroute('**/api/posts/*/comments')
  await waiting.getByRole('button', { name: 'Try again' }).click()
  await expect(waiting).toHaveCount(0)
  await expect(comments(page).getByText('Does it pour?')).toHaveCount(1)
  await page.reload()
  await expect(comments(page).getByText('Does it pour?')).toHaveCount(1)
})

test('a draft of a comment survives a reload', async ({ page, openBrowser }) => {
  const maker = await signUp(await openBrowser(), 'Signe')
  const post = await publish(maker.page, 'Plate, drying')
  await signUp(page, 'Aud')
  await openPost(page, post.id)
  await box(page).fill('I keep coming back to')
  await page.getByRole('link', { name: maker.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: maker.name })).toBeVisible()
  await page.goBack()
  await expect(box(page)).toHaveValue('I keep coming back to')
  await page.reload()
  await expect(box(page)).toHaveValue('I keep coming back to')
})

test('a notification leads to its comment and highlights it', async ({ page, openBrowser }) => {
  const maker = await signUp(page, 'Signe')
  const post = await publish(page, 'Shelf, full')
  const guest = await signUp(await openBrowser(), 'Aud')
  for (let one = 1; one <= 8; one += 1) await addComment(page, post.id, `Note ${one}\nof mine`)
  const id = await addComment(guest.page, post.id, 'Which one is spoken for?')
  await page.goto(`${plinthUrl()}/?view=notifications`)
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`${guest.name} commented on`) })
    .click()
  await expect(page).toHaveURL(`${address(post.id)}#comment-${id}`)
  const linked = comment(page, 'Which one is spoken for?')
  await expect(linked).toBeInViewport()
  await expect(linked).toBeFocused()
  await expect(linked).toContainText('The comment you opened')
  expect(maker.id).not.toBe(guest.id)
})

test('a post shows five tags, the others after a click, and each is a link', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Signe')
  const tags = ['raku', 'smoke', 'straw', 'copper', 'fire', 'winter', 'yard']
  const post = await publish(maker.page, 'From the bin', {
    fields: { tags: JSON.stringify(tags) },
  })
  await signUp(page, 'Aud')
  await openPost(page, post.id)
  const list = page.getByRole('list', { name: 'Tags' })
  await expect(list.getByRole('link')).toHaveText(tags.slice(0, 5).map((tag) => `#${tag}`))
  const more = list.getByRole('button', { name: '+2 more' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('link')).toHaveText(tags.map((tag) => `#${tag}`))
  await expect(list.getByRole('link', { name: '#winter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${plinthUrl()}/explore/tag/winter`)
})

test('only its author can open a private post and its picture', async ({
  page,
  openBrowser,
  browser,
}) => {
  const stranger = await signUp(await openBrowser(), 'Aud')
  await signUp(page, 'Signe')
  const post = await publish(page, 'Not yet', {
    fields: { isPublic: 'false' },
    files: [await smallPng('not-yet.png', '#5a3d5c')],
  })
  await openPost(page, post.id)
  const picture = page.getByRole('img', { name: post.title })
  await expect(picture).toBeVisible()
  const shown = await picture.evaluate((image: { currentSrc: string }) => image.currentSrc)
  expect((await page.request.get(shown)).status()).toBe(200)
  const [bare = ''] = shown.split('?')
  const visitor = await browser.newContext()
  const answers = await Promise.all([
    stranger.page.request.get(bare),
    visitor.request.get(bare),
    stranger.page.request.get(address(post.id)),
    visitor.request.get(address(post.id)),
    stranger.page.request.get(`${plinthUrl()}/api/posts/${post.id}`),
  ])
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404, 404, 404])
  // An impossible id is not found either, like a private post.
  for (const id of ['01a1fe7b', post.id]) {
    await stranger.page.goto(address(id))
    await expect(stranger.page.getByText('We can’t find this post').last()).toBeVisible()
  }
  await visitor.close()
  await call(page, 'PATCH', `/api/posts/${post.id}`, { data: { isPublic: true } })
  await stranger.page.reload()
  await expect(stranger.page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
})
