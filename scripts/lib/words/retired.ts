import type { Prose } from './prose.ts'

/** A word that we no longer use for something, and what we say instead. */
export interface Retired {
  /** What the message calls it. */
  word: string
  say: string
  /** Where it is wrong. The right uses of the same word do not match. */
  pattern: RegExp
  /** Where to look; everywhere if left out. */
  kinds?: readonly Prose['kind'][]
}

const READ: readonly Prose['kind'][] = ['text']

/** Words of the code and of documents, where one word must mean one thing. */
const CODE_WORDS: readonly Retired[] = [
  {
    word: 'letter',
    say: 'email',
    pattern:
      /\b(no more|welcome|money|no|this|a|the) letters? (was|is|tells?|says|goes|arrives?|could|with|about|to)\b|\b(keep|send|sends|sent|write|mail) (a|the|this|another|\w+’s)? ?letters?\b|\b(digest|money|welcome) letters?\b/i,
  },
  { word: 'by mail', say: 'by email', pattern: /\b(by|in|per) mail\b(?! (server|client))/i },
  { word: 'over', say: 'dialog', pattern: /\b(an over|the over|overs)\b(?!-)/i },
  {
    word: 'doors',
    say: 'dependencies',
    pattern: /\b(the|its|all|these|those|with|fake|real) doors\b(?! of)/i,
  },
  { word: 'stranger', say: 'blocked, or another person', pattern: /\bstrangers?\b/i },
  {
    word: 'stand (of an upload)',
    say: 'offset',
    pattern:
      /\b(upload’?'?s|the|its|a) stand\b(?! (of trees|alone))|\b(where|how far) (an?|this|the) (upload|file) (stands|stood)\b/i,
  },
  {
    word: 'mark (of content)',
    say: 'fingerprint or hash',
    pattern: /\bmarks? of (a|the|its|their) (files?|contents?|bytes)\b/i,
  },
  {
    word: 'room (to store)',
    say: 'storage',
    pattern:
      /\b(no|little|enough|much|of your|storage) room (is )?left\b|\broom for (your )?files\b/i,
  },
  {
    word: 'statement (of reasons)',
    say: 'moderation reason',
    pattern: /\bstatements? of reasons?\b|\bmoderation statements?\b/i,
  },
  {
    word: 'standing',
    say: 'takedown status',
    pattern:
      /\b(the|its|their|whose|an? \w+’?'?s?) standing\b(?! (row|order))|\bstanding of (an?|the|whoever|somebody)\b/i,
  },
  { word: 'warm a post', say: 'raise its hot score', pattern: /\bwarms? (a|the|its|no) posts?\b/i },
  { word: 'universal time', say: 'UTC', pattern: /\buniversal time\b/i },
]

/** What screens, emails and answers of the API no longer say. */
const SCREEN_WORDS: readonly Retired[] = [
  {
    word: 'stand',
    say: 'be, appear, or how far it got',
    pattern:
      /\b(stands|stood|standing|stand (here|there|in|on|below|beside|until))\b(?! (out|in for|for))/i,
    kinds: READ,
  },
  {
    word: 'hang',
    say: 'show, post or upload',
    // Captions of the ledge, the landing page and the sandbox's sign-in may.
    pattern:
      /^(?!Hung by the Plinth team|Each room is hung by|One click, no password)(.*)\b(hangs?|hung|hanging)\b(?! up)/i,
    kinds: READ,
  },
  { word: 'land', say: 'arrive', pattern: /\b(lands|landed)\b/i, kinds: READ },
  {
    word: 'go with it',
    say: 'be deleted too, or “Message (optional)”',
    pattern: /\b(goes?|note|word) (to go )?with (it|its|them|comments?|the)\b/i,
    kinds: READ,
  },
  {
    word: 'of yours, of theirs',
    say: 'your, their',
    pattern: /\bof (yours|theirs)\b/i,
    kinds: READ,
  },
  {
    word: 'is told',
    say: 'we tell, we email',
    pattern: /\b(is|are) (not )?told (of|here|by|who)\b/i,
    kinds: READ,
  },
  {
    word: 'hear of it',
    say: 'we’ll let you know',
    pattern: /\bhears? of (it|the|this)\b|\bis heard here\b/i,
    kinds: READ,
  },
  {
    word: 'comes here, waits here',
    say: 'appears here',
    pattern: /\b(comes?|waits?( for you)?) here\b(?!’)/i,
    kinds: READ,
  },
  {
    word: 'could not be asked',
    say: 'we couldn’t check',
    pattern: /\bcould not be asked\b|\bWhat became of\b/i,
    kinds: READ,
  },
  {
    word: 'it takes',
    say: 'you need',
    pattern: /\btakes? an? (active|fresh|new)? ?(account|creator account|sign-in)\b/i,
    kinds: READ,
  },
  {
    word: 'name (a day or a price)',
    say: 'set',
    pattern: /\bnames? (a|the|one|your) (day|date|price|sum|bank)\b|\bname (prices|one)\b/i,
    kinds: READ,
  },
  {
    word: 'Write (into a field)',
    say: 'Enter',
    pattern: /^Write (your|an?|the) (first|last|\{\w+\}|full|email|password|name)\b/i,
    kinds: READ,
  },
  {
    word: 'no … any more',
    say: 'no longer',
    pattern: /\bis no \w+ any more\b|\b(works?|is|are) no more\b/i,
    kinds: READ,
  },
  {
    word: 'nobody',
    say: 'haven’t … anyone',
    pattern: /\byou (block|follow) nobody\b/i,
    kinds: READ,
  },
  {
    word: 'Say why',
    say: 'Explain why',
    pattern: /^Say why\b|\bword of why\b|\bthe other one decides\b/i,
    kinds: READ,
  },
  {
    word: 'an admin looks at it',
    say: 'an admin reviews it',
    pattern: /\badmin looks\b/i,
    kinds: READ,
  },
  { word: 'Uphold', say: 'Keep it down', pattern: /^Uphold\b|\bUphold it\b/, kinds: READ },
  {
    word: 'speak against',
    say: 'appeal',
    pattern: /\bspeaks? against\b/i,
    kinds: READ,
  },
  {
    word: 'carry',
    say: 'have',
    pattern: /\bcarr(y|ies) (up to|#|the tag)/i,
    kinds: READ,
  },
  {
    word: 'taken (of a file)',
    say: 'added',
    pattern: /\b(files?|\{\w+\}|captions) (was|were) (not )?taken\.?$/i,
    kinds: READ,
  },
  {
    word: 'throw away',
    say: 'delete or discard',
    pattern: /\bthrow(n|s)? (it|them|away)\b/i,
    kinds: READ,
  },
  { word: 'one’s', say: 'the caller’s', pattern: /\bone[’']s\b(?! (hand|post))/i, kinds: READ },
  {
    word: 'movement',
    say: 'payment',
    pattern: /\bmovements? of\b|^(All )?movements?$/i,
    kinds: READ,
  },
  {
    word: 'Propose to end it',
    say: 'Ask to cancel',
    pattern: /\bpropose to end\b|\bend to the project\b|\bmade a proposal of\b/i,
    kinds: READ,
  },
  {
    word: 'a riddle that we mended',
    say: 'see the guide to writing',
    pattern:
      /\bone key down\b|\bis made of it\b|\bas long as it likes\b|\bwhat its content says\b|\bon the table\b|\bThe file itself is whole\b|\bhas not told a side\b|\bin this list. Mail\b|\bbegun and not finished\b|^All of it:|\bTwo places to go from here\b|\bNothing for “|\bThese are for “/i,
    kinds: READ,
  },
]

export const RETIRED: readonly Retired[] = [...CODE_WORDS, ...SCREEN_WORDS]

/** The retired words in a text, each with what to say instead. */
export function findRetired({ kind, text }: Pick<Prose, 'kind' | 'text'>): Retired[] {
  // Names of the code are not words: a column keeps its name.
  const words = kind === 'text' ? text : text.replaceAll(/`[^`]*`/g, '``')
  return RETIRED.filter(
    ({ kinds, pattern }) => (kinds === undefined || kinds.includes(kind)) && pattern.test(words),
  )
}
