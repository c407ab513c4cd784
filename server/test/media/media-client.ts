import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  deleteMedia,
  getMedia,
  getReceipt,
  uploadMedia,
  type Media,
  type Receipt,
} from '@plinth/contract/media/media.ts'
import { expect } from 'vitest'
import type { Answer, Person, TestApp } from '../app.ts'
import { openedBy } from './media.ts'

const SOON = { timeout: 100_000 }

export type MediaClient = ReturnType<typeof createMediaClient>

/** What a person does with their files, over HTTP. */
export function createMediaClient(site: TestApp, person: Person) {
  const send = (
    payload: Buffer | string,
    fileName = 'file',
    as: Person = person,
  ): Promise<Answer> =>
    site.request({
      method: 'POST',
      url: endpointUrl(uploadMedia, { query: { fileName } }),
      payload,
      headers: { 'content-type': 'application/octet-stream' },
      as,
    })
  const read = async (id: string): Promise<Media> =>
    (await site.call(getMedia, { as: person, params: { id } })).body
  const receipt = async (id: string): Promise<Receipt> =>
    (await site.call(getReceipt, { as: person, params: { id } })).body

  const fetchFile = async (url: string, headers: Record<string, string> = {}) => {
    const response = await site.app.inject({ url, headers })
    return { status: response.statusCode, body: response.rawPayload, headers: response.headers }
  }

  return {
    send,
    read,
    receipt,
    /** Uploads a file that has to be accepted. */
    upload: async (payload: Buffer | string, fileName?: string): Promise<Media> => {
      const answer = await send(payload, fileName)
      expect(answer).toMatchObject({ status: 201 })
      return answer.body as Media
    },
    until: async (id: string, state: Media['state']): Promise<Media> => {
      await expect.poll(async () => (await read(id)).state, SOON).toBe(state)
      return read(id)
    },
    /** Waits until every version is made or has failed. */
    untilDone: async (id: string): Promise<Receipt> => {
      const states = async () => {
        const { media, made } = await receipt(id)
        return [media.state, ...made.map(({ state }) => state)]
      }
      await expect.poll(states, SOON).not.toContain('processing')
      return receipt(id)
    },
    remove: (id: string): Promise<Answer> => site.call(deleteMedia, { as: person, params: { id } }),
    /** Fetches a file as its owner, who has a link to it. */
    get: async (url: string, headers: Record<string, string> = {}) =>
      fetchFile(await openedBy(site.deps.db, url), headers),
    /** Fetches a file as anybody does. */
    getPublic: fetchFile,
    /** Lists the names of all stored objects of a file, as they are served. */
    objects: async (id: string): Promise<string[]> => {
      const names: string[] = []
      for await (const key of site.deps.storage.list('')) {
        if (key.includes(id)) names.push(key.split('/').at(-1)?.replace(id, 'original') ?? key)
      }
      return names.toSorted()
    },
  }
}
