import { deletePost } from '@plinth/contract/posts/posts.ts'
import {
  approvePromotion,
  confirmPromotion,
  promotePost,
  refusePromotion,
} from '@plinth/contract/posts/promotions.ts'
import { sql } from 'kysely'
import { withFault, callWithRetries, type Scene } from './people.ts'
import { makePost } from '../content/posts.ts'

interface Promoted {
  id: string
  userId: string
  postId: string | null
}

/** Starts to promote a post, a new one every second time. */
export async function promote(scene: Scene): Promise<void> {
  const { world, chance, posts } = scene
  if (posts.length === 0 || chance.is(0.5)) {
    const author = chance.one(scene.clients)
    const id = await makePost({ ...world.t.deps, db: world.db }, author, { title: 'Jars' })
    posts.push({ id, author })
  }
  const { id, author } = chance.one(posts)
  const { status, body } = await callWithRetries(scene, promotePost, { as: author, params: { id } })
  if (status === 200) scene.urls.push(body.url)
}

/** Approves, refuses or confirms a promotion, or deletes its post. */
export async function changePromotion(scene: Scene): Promise<void> {
  const { world, chance, posts } = scene
  const { rows } = await sql<Promoted>`
    select id, user_id as "userId", post_id as "postId" from promotions
    where post_id = any (${posts.map(({ id }) => id)}::uuid[]) order by created_at, id`.execute(
    world.db,
  )
  if (rows.length === 0) return
  const { id, userId, postId } = chance.one(rows)
  const author = posts.find((post) => post.id === postId)?.author
  const outcome = chance.weighed({ approve: 4, refuse: 3, confirm: 3, delete: 1 })
  if (outcome === 'approve')
    await callWithRetries(scene, approvePromotion, { as: await world.admin(), params: { id } })
  else if (outcome === 'refuse')
    await callWithRetries(scene, refusePromotion, {
      as: await world.admin(),
      params: { id },
      body: { reason: 'Not for us.' },
    })
  else if (author?.id !== userId) return
  else if (outcome === 'confirm')
    await callWithRetries(scene, confirmPromotion, { as: author, params: { id } })
  else await callWithRetries(scene, deletePost, { as: author, params: { id: postId } })
}

export async function endPromotions(scene: Scene): Promise<void> {
  await withFault(scene, () => scene.world.t.runJob('promotions.limits').catch(() => undefined))
}
