import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import { createPost, likePost } from '@plinth/contract/posts/posts.ts'
import type { HttpRequest } from '../load/http.ts'
import type { Goal, LimitName } from './rows.ts'
import { anyOf, type Picture, type World } from './world.ts'

export interface Write {
  name: string
  limit: LimitName
  goal: Goal
  /** Draws what is sent. */
  draw: (world: World, takePicture: () => Picture) => HttpRequest
  /** It takes a picture for each request. */
  usesPictures?: true
}

const BOUNDARY = 'between-the-parts'
const formOf = (fields: Record<string, string>): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('')

/** A row for each frequent write. Likes and follows toggle, so each of them changes something. */
export const WRITES: readonly Write[] = [
  {
    name: 'like any post',
    limit: 'like',
    goal: { ratio: 0.8 },
    draw: ({ people, posts }) => ({
      path: endpointUrl(likePost, { params: { id: anyOf(posts) } }),
      cookie: anyOf(people).cookie,
      body: '{}',
    }),
  },
  {
    name: 'like one post',
    limit: 'hot like',
    goal: { ratio: 2 },
    draw: ({ people, posts }) => ({
      path: endpointUrl(likePost, { params: { id: posts[0] } }),
      cookie: anyOf(people).cookie,
      body: '{}',
    }),
  },
  {
    name: 'comment',
    limit: 'like',
    goal: { ratio: 0.5 },
    draw: ({ people, posts }) => ({
      path: endpointUrl(createComment, { params: { id: anyOf(posts) } }),
      cookie: anyOf(people).cookie,
      body: '{"content":"The edges. How did you keep the edges?"}',
    }),
  },
  {
    name: 'follow',
    limit: 'like',
    goal: { ratio: 0.5 },
    draw: ({ people, creators }) => ({
      path: endpointUrl(followUser, { params: { id: anyOf(creators).id } }),
      cookie: anyOf(people).cookie,
      body: '{}',
    }),
  },
  {
    name: 'message',
    limit: 'like',
    goal: { ratio: 0.5 },
    draw: ({ people, threads }) => {
      const { low, high, subject } = anyOf(threads)
      return {
        path: endpointUrl(sendMessage),
        cookie: people[low]?.cookie ?? null,
        body: JSON.stringify({
          receiverId: people[high]?.id,
          subject,
          content: 'Shall we look at it in the evening?',
        }),
      }
    },
  },
  {
    name: 'create a post',
    limit: 'like',
    goal: { ratio: 0.35 },
    usesPictures: true,
    draw: (_, takePicture) => {
      const { creator, url } = takePicture()
      return {
        path: endpointUrl(createPost),
        cookie: creator.cookie,
        type: `multipart/form-data; boundary=${BOUNDARY}`,
        body: formOf({
          title: 'New on the wall',
          description: 'Made today, with the window open.',
          tags: '["paper","light"]',
          categoryId: '1',
          media_0: url,
        }),
      }
    },
  },
]
