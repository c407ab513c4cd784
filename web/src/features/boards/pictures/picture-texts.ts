import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { MAX_BOARD_PICTURES } from '@plinth/contract/limits.ts'
import { counted } from '../../../lib/format/format.ts'

/** Words about pictures that people upload to a board. */
export const pictureTexts = {
  add: 'Add pictures',
  drop: 'Drop pictures to add them to this board',
  list: 'Pictures on their way',
  added: (many: number) =>
    many === 1 ? 'A picture was added at the end' : `${many} pictures were added at the end`,
  who: 'Everybody who may see the board can see them.',
  too_large: (file: string) => `File too large: ${file} exceeds 50MB limit.`,
  unsupported: (file: string) => `${file} isn’t a picture. ${ACCEPTED_SENTENCES.picture}`,
  empty: (file: string) => `${file} is empty. Export it again and choose the new file.`,
  tooManyTitle: 'Too many pictures',
  tooMany: `A board can have up to ${MAX_BOARD_PICTURES} uploaded pictures.`,
  leaveTitle: 'Stop uploading?',
  leaveLine: (many: number) =>
    `${counted(many, 'picture hasn’t', 'pictures haven’t')} arrived yet. Choose the same files again later to continue.`,
  stay: 'Keep uploading',
  leave: 'Leave',
  title: 'Uploaded picture',
  by: (name: string) => `Uploaded by ${name}`,
  you: 'you',
  open: (title: string) => `Open ${title}`,
  making: 'Getting this picture ready…',
  failed: 'We couldn’t prepare this picture. Remove it and upload it again.',
} as const
