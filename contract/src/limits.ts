/** Product constants and limits, in one place for both sides. Sizes are bytes, money is cents. */
export const MAX_MEDIA_BYTES = 50 * 1024 * 1024
export const MAX_ALT_LENGTH = 2_000
/** Photographers' largest files have 150 megapixels. */
export const MAX_MEGAPIXELS = 200
export const MAX_PICTURE_SIDE = 65_535
/** Of an animated picture. */
export const MAX_FRAMES = 1_000
/** 8K, upright or not. */
export const MAX_VIDEO_SIDE = 8_192
export const MAX_VIDEO_MINUTES = 30
export const MAX_AUDIO_MINUTES = 180
export const MAX_PDF_PAGES = 2_000
/** Pages of a delivered document that can be looked at before it is paid. */
export const MAX_PROOF_PAGES = 200
/** Files of a delivered archive that its list shows, and characters of their paths. */
export const MAX_ARCHIVE_ENTRIES = 500
export const MAX_ARCHIVE_NAME = 300
/** A mark in a proof room, and each answer to it. */
export const MAX_PROOF_TEXT = 2_000
/** Corners of a line that somebody draws. */
export const MAX_PATH_POINTS = 200
/** Marks in a room, with those that were taken back. */
export const MAX_PROOF_MARKS = 5_000
export const MAX_PROOF_REPLIES = 200
/** Links of a room, with those that have ended, and guests of one link. */
export const MAX_PROOF_LINKS = 100
export const MAX_LINK_GUESTS = 200
/** Comments that the guests of one link can make. */
export const MAX_LINK_MARKS = 1_000
/** Proof rooms that somebody opens for drafts of their own, files that are put into one at once, and all of its files. */
export const MAX_OWN_ROOMS = 100
export const MAX_ROOM_WORKS = 20
export const MAX_ROOM_FILES = 200
export const MAX_ROOM_TITLE = 80
export const MAX_LINK_NAME = 60
export const MAX_GUEST_NAME = 60
export const MIN_LINK_PASSWORD = 8
export const MAX_LINK_PASSWORD = 200
/** Wrong passwords of one link; then it waits for so many minutes. */
export const PASSWORD_TRIES = 5
export const PASSWORD_MINUTES = 15
/** A code that is emailed to a guest: its digits, for how many minutes it works, wrong ones, and how many in a day. */
export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const CODES_PER_DAY = 10
/** A guest gets one email about answers in so many minutes. */
export const GUEST_MAIL_MINUTES = 15
/** Names and addresses of guests are deleted so many days after their link has ended. */
export const GUEST_DAYS = 90
/** Files that terms can say are in the price. */
export const MAX_PICKS = 200
/** Comments of a PDF that are read in one go. */
export const MAX_PDF_COMMENTS = 500
export const MAX_CAPTIONS_BYTES = 1024 * 1024
/** Of all uploads of one person together. */
export const MEDIA_QUOTA_BYTES = 50 * 1024 ** 3
/** Uploads of one person that nothing uses yet. */
export const MAX_UNUSED_MEDIA = 200
/** Uploads of one person that are on their way at the same time. */
export const MAX_OPEN_UPLOADS = 50
/** Idle uploads, and uploads that nothing uses, are deleted after this time. */
export const UPLOAD_HOURS = 24
/** A file for a delivery that is not handed over for so long is thrown away. */
export const UNDELIVERED_HOURS = 72
export const MAX_TITLE_LENGTH = 200
export const MAX_DESCRIPTION_LENGTH = 5_000
/** Which parts of an AI-assisted work came from a generator. */
export const MAX_ORIGIN_PARTS_LENGTH = 200
export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 50
export const MAX_FILE_NAME_LENGTH = 255
export const MAX_URL_LENGTH = 2_048
export const MAX_SEARCH_LENGTH = 100
/** 1,000,000 dollars: above it a typing error is likelier than a price. */
export const MAX_PRICE_CENTS = 100_000_000

export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

export const SUBSCRIPTION_CENTS = 599
export const DEPOSIT_PERCENT = 50
/** A ruling on a project that holds more than this needs a second member of staff. */
export const SECOND_PERSON_CENTS = 50_000
/** How long a proposal waits for a second person. */
export const PROPOSAL_DAYS = 7

export const LOGIN_REDIRECT_DELAY_MS = 500
/** For so long a sign-in is fresh: it opens what moves rights, money or the whole account. */
export const FRESH_MINUTES = 10

/** Files of one post. */
export const MAX_POST_MEDIA = 10
export const MAX_LOCATION_LENGTH = 100
export const MAX_MOOD_LENGTH = 50
export const MAX_COMMENT_LENGTH = 2_000
/** How long an author can edit a comment. */
export const COMMENT_EDIT_MINUTES = 15
/** Notifications are counted up to this; more show as "99+". */
export const MAX_UNREAD_COUNT = 100
/** Posts whose counts one browser follows at the same time. */
export const MAX_WATCHED_POSTS = 50
/** Rows that a tag's counts look at; above it they say so. */
export const MAX_TAG_COUNT = 1_000

export const MAX_MESSAGE_LENGTH = 10_000
/** With room for `Project Inquiry: `, `Re: ` and a work's title. */
export const MAX_SUBJECT_LENGTH = 250
/** Files of one message. */
export const MAX_MESSAGE_MEDIA = 10
/** Messages that one person can write in a minute. */
export const MESSAGES_PER_MINUTE = 30
/** Conversations that one person can begin in an hour. How many new people in a day is in `people/levels.ts`. */
export const CONVERSATIONS_PER_HOUR = 20
/** Messages in a row to somebody who has not answered yet. */
export const MAX_UNANSWERED = 20

/** A card cannot be charged less than half a dollar, and a deposit is half of the price. */
export const MIN_HIRE_CENTS = 100
/** Projects that one person can begin in an hour, and in a day, paid or not. */
export const HIRES_PER_HOUR = 20
export const HIRES_PER_DAY = 60
/** Files that a client sends with a hire. It shows as many works and posts as a brief. */
export const MAX_HIRE_MEDIA = 6
/** Terms, dates and ends that can be proposed in one project. */
export const MAX_OFFERS = 60
export const MAX_MILESTONES = 12
export const MAX_MILESTONE_LENGTH = 200
/** Project details, notes of deliveries, statements and reasons. */
export const MAX_PROJECT_TEXT = 5_000
/** Files of one delivery, and the bytes of one file. */
export const MAX_DELIVERY_FILES = 50
export const MAX_DELIVERY_FILE_BYTES = 1024 ** 3
/** Of all files of one person's projects that are not over. */
export const DELIVERY_QUOTA_BYTES = 20 * 1024 ** 3
/** Changes that a price includes. */
export const INCLUDED_REVISIONS = 2
/** A delivery can be promised for so long ahead. */
export const MAX_DELIVERY_DAYS = 365
/** Days after which silence decides. */
export const ANSWER_DAYS = 7
export const APPROVAL_DAYS = 7
export const APPROVAL_NOTICE_DAYS = [3, 5, 6] as const
export const REMAINDER_DAYS = 14
export const LATE_DAYS = 14
export const RULING_DAYS = 30
/** For so long after a dispute, a report or an appeal its sides can add proof. */
export const PROOF_DAYS = 7
/** What one side can add to a case, and the files of each. */
export const MAX_PROOFS = 10
export const MAX_PROOF_FILES = 10
/** Notes of staff on one case. */
export const MAX_CASE_NOTES = 200
/** Boards that one person can have, and that they can be asked to. */
export const MAX_BOARDS = 200
export const MAX_BOARD_TITLE = 100
export const MAX_BOARD_DESCRIPTION = 1_000
export const MAX_BOARD_NOTE = 500
/** Works, posts and pictures on one board. */
export const MAX_BOARD_ITEMS = 5_000
/** Pictures that people uploaded to one board. */
export const MAX_BOARD_PICTURES = 500
/** Works, posts and pictures on a contact sheet, from the front of the board. */
export const MAX_SHEET_ITEMS = 300
/** Makers who are told in a day that something of theirs is on a public board of one person. */
export const BOARD_MAKERS_PER_DAY = 50
/** People who can be asked to one board. */
export const MAX_BOARD_PEOPLE = 20
/** Things of a board that a brief shows, and creators who get it. */
export const MAX_BRIEF_REFERENCES = 6
export const MAX_BRIEF_CREATORS = 5
export const MAX_BRIEF_LENGTH = 2_000
/** Things from the front of a board that can be chosen for a brief. */
export const MAX_BRIEF_CHOICES = 60
/** Files of a delivery that become a draft: each may need a block of its own. */
export const MAX_SHOWN_FILES = 30
/** A case study: its blocks, and the files of all of them together. */
export const MAX_BLOCKS = 40
export const MAX_STUDY_FILES = 100
export const MAX_GRID_FILES = 30
/** Headings, paragraphs and lists of one text, and the length of one of them. */
export const MAX_TEXT_PARTS = 60
export const MAX_TEXT_PART_LENGTH = 5_000
export const MAX_LIST_ITEMS = 50
export const MAX_LINK_LENGTH = 2_000
/** All words of a case study together. */
export const MAX_STUDY_LENGTH = 60_000
export const MAX_CAPTION_LENGTH = 300
export const MAX_QUOTE_LENGTH = 1_000
export const MAX_FACT_LENGTH = 200
export const MAX_TOOLS = 20
export const MAX_CREDITS = 40
export const MAX_ROLE_LENGTH = 100
/** Saved revisions that are kept for each case study; of older ones, those of the last publications. */
export const MAX_REVISIONS = 100
/** What is deleted stays in the bin for so long. */
export const BIN_DAYS = 30
/** A work can be scheduled for so long ahead. */
export const MAX_SCHEDULE_DAYS = 365
/** Works at the front of a wall. */
export const MAX_PINS = 3
/** Series of one person. */
export const MAX_SERIES = 100
export const MAX_SERIES_TITLE = 100
export const MAX_SERIES_DESCRIPTION = 1_000
export const REVIEW_DAYS = 7
export const MAX_REVIEW_LENGTH = 2_000
/** Creator rights after a renewal that could not be charged. */
export const PAST_DUE_DAYS = 7
export const PROMOTION_CENTS = 3_500
export const PROMOTION_DAYS = 7
