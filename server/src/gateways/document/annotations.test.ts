import { MAX_PATH_POINTS, MAX_PDF_COMMENTS } from '@plinth/contract/limits.ts'
import { expect, test } from 'vitest'
import { makeLockedPdf, makePdf } from '../../../test/media/documents.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { startFiles } from '../../../test/media/gateways.ts'
import { createDocuments } from './documents.ts'

const files = duringTests(startFiles)
const documents = duringTests(() => Promise.resolve(createDocuments()))

const comments = async (bytes: Buffer | string) => documents.comments(await files.fileOf(bytes))

/** A PDF of one page with these annotations, numbered from 10 on. */
const pdfWith = (objects: string[], page = '') =>
  makePdf({
    box: [400, 800],
    objects: objects.map((entries) => `<</Type/Annot${entries}>>`),
    page: `/Annots[${objects.map((_, at) => `${10 + at} 0 R`).join(' ')}]${page}`,
  })

test('reads what people wrote and where, from the upper left of the page', async () => {
  const read = await comments(
    pdfWith([
      '/Subtype/Text/Rect[100 578 122 600]/Contents(Which green is this?)/T(Anna Berg)',
      '/Subtype/Square/Rect[100 600 200 700]/Contents(One step darker)/T(Anna Berg)',
      '/Subtype/Highlight/Rect[40 400 120 440]/QuadPoints[40 440 120 440 40 400 120 400]/Contents(Typo)',
      '/Subtype/Line/Rect[0 0 200 400]/L[200 0 0 400]/LE[/None/OpenArrow]/Contents(Move it)',
      '/Subtype/Ink/Rect[0 0 400 800]/InkList[[0 800 200 400 400 0]]/Contents(Along here)',
      '/Subtype/FreeText/Rect[0 720 40 800]/DA(/Helv 9 Tf)/Contents<FEFF004C00F600770065>/T(Lo\\rla)',
    ]),
  )
  expect(read.map(({ page, answers }) => [page, answers.length])).toEqual(read.map(() => [1, 0]))
  expect(read.map(({ shape, points, author, text }) => [shape, points, author, text])).toEqual([
    ['point', [0.2775, 0.26375], 'Anna Berg', 'Which green is this?'],
    ['box', [0.25, 0.125, 0.25, 0.125], 'Anna Berg', 'One step darker'],
    ['box', [0.1, 0.45, 0.2, 0.05], '', 'Typo'],
    // With the width of the line.
    ['box', [0, 0.49875, 0.5025, 0.50125], '', 'Move it'],
    ['line', [0, 0, 0.5, 0.5, 1, 1], '', 'Along here'],
    ['box', [0, 0, 0.1, 0.1], 'Lo\nla', 'Löwe'],
  ])
})

test('knows pages that are cropped and turned', async () => {
  const cropped = '/CropBox[100 100 300 500]'
  const square = '/Subtype/Square/Rect[150 200 200 400]/Contents(Here)'
  const placeOf = async (turn: number) =>
    (await comments(pdfWith([square], `${cropped}/Rotate ${turn}`)))[0]?.points
  // Of 200 by 400 points, it is 50 from the left, 100 from the top, 100 from the right and 100 from the bottom.
  expect(await placeOf(0)).toEqual([0.25, 0.25, 0.25, 0.5])
  expect(await placeOf(90)).toEqual([0.25, 0.25, 0.5, 0.25])
  expect(await placeOf(180)).toEqual([0.5, 0.25, 0.25, 0.5])
  expect(await placeOf(270)).toEqual([0.25, 0.5, 0.5, 0.25])
})

test('keeps answers with what they answer', async () => {
  const read = await comments(
    pdfWith([
      '/Subtype/Square/Rect[0 0 100 100]/Contents(Too dark?)/T(Anna)',
      '/Subtype/Text/Rect[0 0 20 20]/IRT 10 0 R/Contents(No.)/T(Ben)',
      '/Subtype/Text/Rect[0 0 20 20]/IRT 11 0 R/Contents(Then leave it.)/T(Anna)',
      '/Subtype/Text/Rect[0 0 20 20]/IRT 10 0 R/StateModel(Review)/State(Accepted)/Contents(Accepted set by Ben)/T(Ben)',
      '/Subtype/Caret/Rect[0 0 20 20]/IRT 10 0 R/RT/Group/Contents(Too dark?)',
    ]),
  )
  expect(read).toHaveLength(1)
  expect(read[0]).toMatchObject({
    text: 'Too dark?',
    answers: [
      { author: 'Ben', text: 'No.' },
      { author: 'Anna', text: 'Then leave it.' },
    ],
  })
})

test('leaves out what has no words, is hidden, or is no comment', async () => {
  const read = await comments(
    pdfWith([
      '/Subtype/Highlight/Rect[0 0 100 100]/QuadPoints[0 100 100 100 0 0 100 0]',
      '/Subtype/Square/Rect[0 0 100 100]/Contents(   )',
      '/Subtype/Square/Rect[0 0 100 100]/Contents(Hidden)/F 2',
      '/Subtype/Link/Rect[0 0 100 100]/Contents(A link)/A<</S/URI/URI(https://plinth.test)>>',
      '/Subtype/Widget/FT/Tx/Rect[0 0 100 100]/Contents(A field)',
      '/Subtype/Square/Rect[(a) 0 100 100]/Contents(Nowhere)',
      '/Subtype/Text/Rect[390 790 460 860]/Contents(At the edge)',
    ]),
  )
  // Without a place that can be read, PDF.js takes the corner of the page.
  expect(read.map(({ text }) => text)).toEqual(['Nowhere', 'At the edge'])
  for (const { points } of read)
    for (const point of points) expect(point >= 0 && point <= 1).toBe(true)
})

test('thins out long paths, and takes several strokes as their box', async () => {
  const path = Array.from({ length: 3_000 }, (_, at) => `${at / 10} ${at / 10}`).join(' ')
  const [long, several] = await comments(
    pdfWith([
      `/Subtype/Ink/Rect[0 0 300 300]/InkList[[${path}]]/Contents(Long)`,
      '/Subtype/Ink/Rect[0 0 200 400]/InkList[[0 0 200 400][200 0 0 400]]/Contents(A cross)',
    ]),
  )
  expect(long?.points).toHaveLength(2 * MAX_PATH_POINTS)
  expect([long?.points.slice(0, 2), long?.points.slice(-2)]).toEqual([
    [0, 1],
    [0.74975, 0.62513],
  ])
  expect(several).toMatchObject({ shape: 'box', points: [0, 0.5, 0.5, 0.5] })
})

test('refuses what is no PDF, cannot be opened, or has more than we read', async () => {
  await expect(comments('Plain words')).rejects.toMatchObject({ code: 'media.unsupported' })
  await expect(comments(makeLockedPdf())).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('password'),
  })
  const many = Array.from(
    { length: MAX_PDF_COMMENTS + 1 },
    (_, at) => `/Subtype/Square/Rect[0 0 9 9]/Contents(No ${at})`,
  )
  await expect(comments(pdfWith(many))).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('more than 500 comments'),
  })
  expect(await comments(pdfWith(many.slice(1)))).toHaveLength(MAX_PDF_COMMENTS)
  expect(await comments(makePdf())).toEqual([])
})
