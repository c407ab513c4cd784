import { describe, expect, it } from 'vitest'
import { askedHandle, handleNote, handleTexts as texts } from './handle-form.ts'

const note = (typed: string, over: Partial<Parameters<typeof handleNote>[0]> = {}) =>
  handleNote({ typed, own: 'marit', changesAt: null, state: undefined, ...over })

describe('the field of the handle', () => {
  it('says how often it can be changed while nothing is typed', () => {
    for (const typed of ['marit', ' @Marit '])
      expect(note(typed)).toEqual({ isWrong: false, text: texts.hint, canSend: false })
  })

  it('asks the server only about a handle that could be one', () => {
    expect(
      ['marit', 'ma', 'm rit', '___', 'x'.repeat(31)].map((typed) => askedHandle(typed, 'marit')),
    ).toEqual([null, null, null, null, null])
    expect(askedHandle('@Marit_Solheim', 'marit')).toBe('marit_solheim')
  })

  it('refuses what no handle can be', () => {
    for (const typed of ['', 'ma', 'märit', 'marit!', '___'])
      expect(note(typed)).toEqual({ isWrong: true, text: texts.form, canSend: false })
  })

  it('waits for the server’s answer and then shows it', () => {
    expect(note('solheim')).toEqual({ isWrong: false, text: 'Checking...', canSend: false })
    expect(note('Solheim', { state: 'free' })).toEqual({
      isWrong: false,
      text: '@solheim is free.',
      canSend: true,
    })
    for (const state of ['own', 'unknown'] as const)
      expect(note('solheim', { state })).toMatchObject({ isWrong: false, canSend: true })
    expect(note('solheim', { state: 'similar' })).toEqual({
      isWrong: true,
      text: texts.similar,
      canSend: false,
    })
  })

  it('is locked for a while after a change, and says until when', () => {
    expect(note('solheim', { changesAt: '2026-12-22T12:00:00.000Z', state: 'free' })).toEqual({
      isWrong: false,
      text: 'You can change it again on 22 December 2026. Old links keep working.',
      canSend: false,
    })
  })
})
