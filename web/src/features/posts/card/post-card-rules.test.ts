import type { Post } from '@plinth/contract/posts/posts.ts'
import { describe, expect, it } from 'vitest'
import { byline, isViewable, filesOf, badgesOf } from './post-card-rules.ts'
import { post, postFile } from '../post-fixture.example.ts'

const film = { ...postFile('f', 'video'), video: videoOf(42_700) }

function videoOf(durationMs: number) {
  return {
    url: '/media/f/play.mp4',
    contentType: 'video/mp4',
    durationMs,
    hasSound: false,
    previewUrl: null,
    captionsUrl: null,
  }
}

describe('the files line of a post', () => {
  it('is shown for videos and for several files', () => {
    expect(filesOf([film])).toBe('Film, 0:42')
    expect(filesOf([postFile('a'), postFile('b'), postFile('c')])).toBe('3 pictures')
    expect(filesOf([postFile('a'), film])).toBe('2 files')
  })
  it('is not shown for a single picture', () => {
    expect(filesOf([postFile('a')])).toBeNull()
  })
})

describe('the badges of a post', () => {
  const marks = (state: Partial<Post>) => badgesOf({ ...post('p'), ...state })
  it('are empty for a post that everybody sees', () => {
    expect(marks({})).toEqual([])
  })
  it('tell why others cannot see it', () => {
    expect(marks({ isApproved: false })).toEqual(['pending'])
    expect(marks({ isPublic: false, isReady: false })).toEqual(['private', 'preparing'])
  })
  it('name a failure rather than promise that it is being prepared', () => {
    const media = [postFile('a'), { ...postFile('b'), failure: 'The file is damaged.' }]
    expect(marks({ isReady: false, media })).toEqual(['failed'])
    expect(marks({ isReady: true, media })).toEqual(['failed'])
  })
})

describe('a file can be shown', () => {
  const inState = (
    kind: 'image' | 'video',
    state: 'processing' | 'failed',
    renditions: number[] = [],
  ) => {
    const file = postFile('a', kind)
    return isViewable({ ...file, picture: { ...file.picture, state, renditions } })
  }
  it('when a picture is still getting its sizes: its original is there', () => {
    expect(inState('image', 'processing')).toBe(true)
    expect(inState('image', 'failed')).toBe(false)
  })
  it('when a video has its poster, not before', () => {
    expect(inState('video', 'processing')).toBe(false)
    expect(inState('video', 'processing', [320])).toBe(true)
  })
})

it('leaves a missing category out', () => {
  const category = { id: 6, name: 'Crafting', slug: 'crafting' }
  expect(byline({ ...post('p'), category })).toBe('Carol Reed, Crafting')
  expect(byline({ ...post('p'), category: null })).toBe('Carol Reed')
})
