import { MAX_PROOF_FILES } from '@plinth/contract/limits.ts'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'

export const caseTexts = {
  title: 'Case',
  failed: 'We couldn’t load this case.',
  kinds: {
    post: 'Post',
    portfolio: 'Work',
    comment: 'Comment',
    user: 'Person',
    message: 'Message',
    board: 'Board',
    dispute: 'Project',
  },
  deleted: 'Deleted user',
  all: 'All queues',
  opened: (day: string) => `Case opened ${day}. Opening it is logged.`,
} as const

export const proofTexts = {
  title: 'Proof',
  none: 'Nobody has added proof.',
  sides: { client: 'client', creator: 'creator', reporter: 'reported it', author: 'made it' },
  you: 'You',
  files: 'Files',
  open: 'Open',
  ofDispute: 'The case of a dispute',
  making: 'Preparing…',
} as const

export const ownCaseTexts = {
  titles: {
    post: 'A post',
    portfolio: 'A work',
    comment: 'A comment',
    user: 'A person',
    message: 'A message',
    board: 'A board',
    dispute: 'A project',
  },
  roles: {
    client: 'You hired for this project.',
    creator: 'You were hired for this project.',
    reporter: 'You reported this. Whoever made it doesn’t learn who you are or what you add.',
    author: 'You appealed. Only Plinth reads what you add.',
  },
  said: 'What you said',
  until: (day: string) => `You can add proof until ${day}.`,
  over: 'You can’t add more proof.',
  mine: 'Your proof',
  both: 'Proof of both sides',
  none: 'You haven’t added any proof.',
  noneOfBoth: 'Nobody has added proof.',
  outcome: 'Outcome',
  waits: 'A person at Plinth decides and gives the reason here.',
  results: {
    removed: 'We took it down.',
    no_action: 'We kept it as it is.',
    upheld: 'Our decision stays.',
    restored: 'It’s restored.',
    ruled: 'We ruled on the project.',
  },
  room: 'Open the project',
  takenDown: 'See what was taken down',
} as const

export const proofFormTexts = {
  title: 'Add proof',
  text: 'What does it show?',
  hint: {
    dispute: 'The other side reads it, too. You can’t change it after sending.',
    other: 'Give dates and where it’s from. You can’t change it after sending.',
  },
  nothing: 'Write something, or add a file.',
  add: 'Add files',
  dropNow: 'Drop to add',
  limits: `Up to ${MAX_PROOF_FILES} files, 50 MB each.`,
  too_large: (file: string) => `File too large: ${file} exceeds 50MB limit.`,
  unsupported: (file: string) => `You can’t send ${file}. ${ACCEPTED_SENTENCES.any}`,
  empty: (file: string) => `${file} is empty. Export it again and choose the new file.`,
  tooManyTitle: 'Too many files',
  tooMany: `You can add ${MAX_PROOF_FILES} files at a time. We added the first ${MAX_PROOF_FILES}.`,
  waiting: (files: number) => `Waiting for ${files} ${files === 1 ? 'file' : 'files'}…`,
  unarrivedTitle: 'A file isn’t uploaded',
  unarrived: (file: string) => `${file} isn’t uploaded yet. Continue, try again or remove it.`,
  send: 'Add this proof',
  sending: 'Adding...',
  sent: 'We added your proof',
  failed: 'We couldn’t add your proof. Nothing was sent. Try again.',
} as const

export const deskTexts = {
  title: 'Staff only',
  says: 'The sides never see this.',
  assignee: 'Works on it',
  nobody: 'Nobody',
  take: 'Take it',
  assigned: 'Assigned',
  assignFailed: 'We couldn’t assign it. Nothing has changed.',
  notes: 'Notes',
  noNotes: 'No notes yet.',
  note: 'New note',
  write: 'Write the note',
  writing: 'Writing...',
  missing: 'Write a note.',
  noteFailed: 'We couldn’t write the note. It’s still here. Try again.',
} as const

export const contentTexts = {
  was: 'As it was reported',
  is: 'As it is now',
  gone: 'It was deleted.',
  down: (day: string) => `Down since ${day}`,
  suspended: (day: string) => `Suspended since ${day}`,
  up: 'It’s up.',
  only: 'You see this one message and nothing else from the conversation.',
  reports: 'Reports',
  noReports: 'Nobody reported it.',
  silent: 'No details given.',
  appeals: 'Appeal',
  against: 'Against',
  strikes: 'Decided against them before',
  noStrikes: 'Nothing.',
  strikeKinds: {
    removed: 'Taken down',
    copyright: 'Copyright removal',
    suspended: 'Suspended',
    creator: 'Creator rights ended',
  },
  files: 'Files',
  author: 'By',
  origin: 'The maker says',
} as const
