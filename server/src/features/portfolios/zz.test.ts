import { updatePortfolio, createPortfolio } from '@plinth/contract/portfolios.ts'
import { uploadMedia } from '@plinth/contract/media.ts'
import { it } from 'vitest'
import { makePicture } from '../../../test/pictures.ts'
import { startTestApp } from '../../../test/app.ts'
import { hangWork } from '../../../test/works.ts'
it('x', async () => {
  const t = await startTestApp({ LOG_LEVEL: 'warn' })
  const alice = await t.person('Alice', { isCreator: true })
  const id = await hangWork(t.deps, alice, { categoryId: 3 })
  const slugs = ['artwork', 'editing', 'photography', 'artwork', 'crafting', 'editing']
  await Promise.all(
    slugs.map((category) =>
      t.call(updatePortfolio, { params: { id }, as: alice, body: { category } }),
    ),
  )
  const png = await makePicture('image/png', 700, 500)
  const urls = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(
      async () =>
        (
          await t.request({
            method: 'POST',
            url: `${uploadMedia.path}?fileName=work.png`,
            payload: png,
            headers: { 'content-type': 'image/png' },
            as: alice,
          })
        ).body.url,
    ),
  )
  const r = await Promise.all(
    urls.map((fileUrl, n) =>
      t.call(createPortfolio, {
        as: alice,
        body: { category: 'editing', fileName: 'x.png', fileUrl, title: `Xenon ${n} krypton` },
      }),
    ),
  )
  console.log(r.map((x) => x.status))
  for (let i = 0; i < 8; i++) {
    await new Promise((f) => setTimeout(f, 1000))
    console.log(
      JSON.stringify(
        await t.deps.db
          .selectFrom('media as m')
          .leftJoin('portfolio_items as p', 'p.media_id', 'm.id')
          .select(['m.state', 'm.rendition_widths', 'm.attempts', 'm.failure', 'p.is_listed'])
          .execute(),
      ),
    )
  }
  await t.close()
}, 60000)
