import { texts } from './limits-texts.ts'
import {
  BIN_DAYS,
  DELIVERY_QUOTA_BYTES,
  MAX_ALT_LENGTH,
  MAX_BLOCKS,
  MAX_ARCHIVE_ENTRIES,
  MAX_AUDIO_MINUTES,
  BOARD_MAKERS_PER_DAY,
  MAX_BOARDS,
  MAX_PINS,
  MAX_SERIES,
  MAX_BOARD_ITEMS,
  MAX_BOARD_PEOPLE,
  MAX_BOARD_PICTURES,
  MAX_BRIEF_CREATORS,
  MAX_BRIEF_REFERENCES,
  MAX_CAPTIONS_BYTES,
  MAX_DELIVERY_FILES,
  MAX_DELIVERY_FILE_BYTES,
  MAX_FRAMES,
  MAX_MEDIA_BYTES,
  MAX_MEGAPIXELS,
  MAX_HIRE_MEDIA,
  MAX_MESSAGE_MEDIA,
  MAX_LINK_GUESTS,
  MAX_LINK_MARKS,
  MAX_PROOFS,
  MAX_PROOF_FILES,
  MAX_OWN_ROOMS,
  MAX_PROOF_LINKS,
  MAX_ROOM_FILES,
  MAX_ROOM_WORKS,
  MAX_PICKS,
  MAX_PROOF_MARKS,
  MAX_PROOF_PAGES,
  PROOF_DAYS,
  MAX_OPEN_UPLOADS,
  MAX_PDF_COMMENTS,
  MAX_PDF_PAGES,
  MAX_PICTURE_SIDE,
  MAX_POST_MEDIA,
  MAX_STUDY_FILES,
  MAX_STUDY_LENGTH,
  MAX_UNUSED_MEDIA,
  MAX_VIDEO_MINUTES,
  MAX_VIDEO_SIDE,
  MEDIA_QUOTA_BYTES,
  UNDELIVERED_HOURS,
  UPLOAD_HOURS,
} from '@plinth/contract/limits.ts'
import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  SHOWN_IMAGE_TYPES,
  VIDEO_TYPES,
} from '@plinth/contract/media/file-types.ts'
import { RENDITION_WIDTHS, TAKEN_OUT } from '@plinth/contract/media/media.ts'
import { bytes } from '../../lib/format/format.ts'
import { DailyPart } from './daily-part.tsx'
import { Part, Points } from './part.tsx'

const whole = new Intl.NumberFormat('en-US')
const figure = (value: number) => whole.format(value)
const listed = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words)
const inGigabytes = (size: number) => figure(size / 1024 ** 3)
const namesOf = (types: Readonly<Record<string, { name: string }>>) =>
  Object.values(types)
    .map(({ name }) => name)
    .join(', ')

const { formats, sizes, kept, takenOut, made } = texts

/** Kind, formats, maximum. */
const FORMAT_ROWS: readonly [string, string, string][] = [
  [
    formats.kinds.image,
    namesOf(IMAGE_TYPES),
    formats.picture(figure(MAX_MEGAPIXELS), figure(MAX_PICTURE_SIDE), figure(MAX_FRAMES)),
  ],
  [
    formats.kinds.video,
    namesOf(VIDEO_TYPES),
    formats.video(figure(MAX_VIDEO_MINUTES), figure(MAX_VIDEO_SIDE)),
  ],
  [formats.kinds.audio, namesOf(AUDIO_TYPES), formats.audio(figure(MAX_AUDIO_MINUTES))],
  [formats.kinds.pdf, namesOf(PDF_TYPES), formats.pdf(figure(MAX_PDF_PAGES))],
  [formats.kinds.document, namesOf(DOCUMENT_TYPES), formats.document],
  [formats.captions, formats.captionFormats, bytes(MAX_CAPTIONS_BYTES)],
]

/** What is limited, and the limit. */
const SIZE_ROWS: readonly [string, string][] = [
  [sizes.file, sizes.fileWords(figure(MAX_MEDIA_BYTES / 1024 ** 2))],
  [sizes.all, sizes.gigabytes(inGigabytes(MEDIA_QUOTA_BYTES))],
  [sizes.works, sizes.worksWords(inGigabytes(MEDIA_QUOTA_BYTES))],
  [
    sizes.study,
    sizes.studyWords(figure(MAX_BLOCKS), figure(MAX_STUDY_FILES), figure(MAX_STUDY_LENGTH)),
  ],
  [sizes.post, figure(MAX_POST_MEDIA)],
  [sizes.message, figure(MAX_MESSAGE_MEDIA)],
  [sizes.hire, figure(MAX_HIRE_MEDIA)],
  [sizes.proof, sizes.proofWords(figure(MAX_PROOFS), figure(MAX_PROOF_FILES), figure(PROOF_DAYS))],
  [sizes.deliveryFile, sizes.gigabytes(inGigabytes(MAX_DELIVERY_FILE_BYTES))],
  [sizes.delivery, figure(MAX_DELIVERY_FILES)],
  [sizes.proofPages, figure(MAX_PROOF_PAGES)],
  [sizes.archiveFiles, figure(MAX_ARCHIVE_ENTRIES)],
  [sizes.picks, figure(MAX_PICKS)],
  [sizes.proofMarks, sizes.proofMarksWords(figure(MAX_PROOF_MARKS), figure(MAX_LINK_MARKS))],
  [
    sizes.ownRooms,
    sizes.ownRoomsWords(figure(MAX_OWN_ROOMS), figure(MAX_ROOM_FILES), figure(MAX_ROOM_WORKS)),
  ],
  [sizes.proofLinks, sizes.proofLinksWords(figure(MAX_PROOF_LINKS), figure(MAX_LINK_GUESTS))],
  [sizes.pdfComments, figure(MAX_PDF_COMMENTS)],
  [sizes.deliveries, sizes.deliveriesWords(inGigabytes(DELIVERY_QUOTA_BYTES))],
  [sizes.pins, figure(MAX_PINS)],
  [sizes.series, figure(MAX_SERIES)],
  [sizes.boards, sizes.boardsWords(figure(MAX_BOARDS))],
  [sizes.boardItems, figure(MAX_BOARD_ITEMS)],
  [sizes.boardPictures, figure(MAX_BOARD_PICTURES)],
  [sizes.boardPeople, figure(MAX_BOARD_PEOPLE)],
  [sizes.boardMakers, figure(BOARD_MAKERS_PER_DAY)],
  [sizes.briefReferences, figure(MAX_BRIEF_REFERENCES)],
  [sizes.briefCreators, figure(MAX_BRIEF_CREATORS)],
  [sizes.open, figure(MAX_OPEN_UPLOADS)],
  [sizes.unused, figure(MAX_UNUSED_MEDIA)],
  [sizes.unfinished, sizes.hours(figure(UPLOAD_HOURS))],
  [sizes.unusedFor, sizes.hours(figure(UPLOAD_HOURS))],
  [sizes.bin, sizes.days(figure(BIN_DAYS))],
  [sizes.undelivered, sizes.hours(figure(UNDELIVERED_HOURS))],
  [sizes.alt, sizes.altWords(figure(MAX_ALT_LENGTH))],
]

const TAKEN_OUT_POINTS: readonly string[] = Object.values(TAKEN_OUT)

const shown: readonly string[] = SHOWN_IMAGE_TYPES
const unshown = Object.entries(IMAGE_TYPES)
  .filter(([type]) => !shown.includes(type))
  .map(([, { name }]) => name)

const MADE_POINTS: readonly string[] = [
  made.widths(listed(RENDITION_WIDTHS.map(figure))),
  made.shown(listed(unshown)),
  made.video,
  made.sheet,
]

/** On phones each row becomes a list item of its cells. */
const Table = ({
  heads,
  rows,
}: {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}) => (
  <table className="limits-table text-14 w-full mt-4 text-left">
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells.map((cell) => (
            <td key={cell} className="tnum">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** All limits of files and uploads. */
export const LimitsPage = () => (
  <div className="page limits">
    <h1 className="display text-44 text-ink">{texts.title}</h1>
    <p className="limits-lead text-18">{texts.lead}</p>
    <Part title={formats.title}>
      <Table heads={[formats.kind, formats.format, formats.most]} rows={FORMAT_ROWS} />
      <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{formats.note}</p>
    </Part>
    <Part title={sizes.title}>
      <Table heads={[sizes.what, formats.most]} rows={SIZE_ROWS} />
      <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{sizes.note}</p>
    </Part>
    <DailyPart />
    <div className="limits-columns">
      <Part title={kept.title}>
        <Points points={kept.points} />
      </Part>
      <Part title={takenOut.title}>
        <p className="mt-4 text-16">{takenOut.lead}</p>
        <Points points={TAKEN_OUT_POINTS} />
        <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{takenOut.note}</p>
      </Part>
      <Part title={made.title}>
        <Points points={MADE_POINTS} />
      </Part>
    </div>
    <p className="mt-14 text-16">
      <a href="/ai" className="text-link hit">
        {texts.ai}
      </a>
    </p>
  </div>
)
