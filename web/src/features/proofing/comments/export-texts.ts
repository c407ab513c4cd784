import type { ReadComments } from '@plinth/contract/proofing/exports.ts'
import { counted } from '../../../lib/format/format.ts'

export const texts = {
  open: 'Export comments',
  table: 'All files, CSV table',
  paper: 'This file, PDF to print',
  edl: 'EDL for Resolve and Avid',
  edlDrop: 'EDL, drop frame',
  edlNoDrop: 'EDL, non-drop frame',
  finalCut: 'Final Cut XML',
  read: 'Read comments from a PDF…',
  dialog: {
    title: 'Read comments from a PDF',
    text: (name: string) =>
      `Comments that you wrote into a copy of “${name}” become your comments here, on the same pages. We don’t keep the copy.`,
    choose: 'Choose the PDF',
    reading: 'Reading…',
    failed: 'We couldn’t read this PDF.',
    again: 'Try again',
    done: 'Done',
    result: ({ added, known, left }: ReadComments): string =>
      [
        added === 0 && known === 0 && left === 0
          ? 'There are no comments in this PDF.'
          : added === 0
            ? 'There are no new comments in this PDF.'
            : `Added ${counted(added, 'comment')}.`,
        known === 0 || added === 0 ? '' : `${known} were here already.`,
        left === 0 ? '' : `Left out ${left} on pages that this version doesn’t have.`,
      ]
        .filter((one) => one !== '')
        .join(' '),
  },
} as const
