import { describe, expect, it } from 'vitest'
import { isProcessing } from './receipt-api.ts'
import { receipt } from './receipt.example.ts'
import { linesOf, noteOf, sizeOf, takenOutOf } from './receipt-texts.ts'

describe('a file in figures', () => {
  it('lists its facts, one per line', () => {
    expect(linesOf(receipt.received)).toEqual([
      'TIFF, 16 bit, Adobe RGB (1998)',
      '3,600 by 3,600 px',
    ])
    expect(sizeOf(receipt.received)).toBe('48.2 MB')
  })

  it('leaves out missing facts', () => {
    const song = {
      ...receipt.kept,
      format: 'MP3',
      details: ['320 kbit/s'],
      width: null,
      height: null,
    }
    expect(linesOf({ ...song, durationMs: 134_000 })).toEqual(['MP3, 320 kbit/s', '2:14'])
    expect(linesOf({ ...song, format: 'PDF', details: [], pages: 1 })).toEqual(['PDF', '1 page'])
  })
})

describe('what was taken out', () => {
  it('is listed as text', () => {
    expect(takenOutOf(receipt)).toEqual({
      list: 'place of capture, camera, lens and serial number, editing history.',
      rest: 'Nothing else was touched, every pixel is yours.',
    })
  })

  it('tells an unchanged file from one with nothing to remove', () => {
    const nothing = { ...receipt, takenOut: [] }
    expect(takenOutOf({ ...nothing, isSame: true })).toEqual({
      list: null,
      rest: 'There was nothing to remove. We didn’t change a single byte.',
    })
    expect(takenOutOf(nothing).rest).toBe('There was nothing to remove.')
  })
})

describe('the note', () => {
  const ready = receipt.made.slice(0, 2)
  const well = { ...receipt, made: ready, failure: null }

  it('says that a missing size does not hide the file', () => {
    expect(isProcessing(receipt)).toBe(false)
    expect(noteOf(receipt)).toMatch(/never takes it down/)
  })

  it('says that more sizes follow, or that all are made', () => {
    const working = { ...receipt, failure: null }
    expect(isProcessing(working)).toBe(true)
    expect(noteOf(working)).toMatch(/other sizes follow/)
    expect(isProcessing(well)).toBe(false)
    expect(noteOf(well)).toBe('All sizes are ready.')
  })

  it('promises nothing for a file that failed', () => {
    const failed = { ...well, media: { ...well.media, state: 'failed' as const } }
    expect(noteOf(failed)).toBeNull()
    expect(isProcessing(failed)).toBe(false)
    const coming = { ...well, media: { ...well.media, state: 'processing' as const } }
    expect(isProcessing(coming)).toBe(true)
  })
})
