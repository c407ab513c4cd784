import { describe, expect, it } from 'vitest'
import { DEFAULT_PROFILE_COLORS, type OwnUser, NO_LINKS } from '@plinth/contract/people/users.ts'
import { adjustmentsOf, contrastRows } from './colour-rules.ts'
import { changedFields, changesOf, fieldOf, fieldsOf, problemsIn } from './profile-form.ts'

const own: OwnUser = {
  id: '01900000-0000-7000-8000-000000000001',
  handle: 'priya',
  handleChangesAt: null,
  firstName: 'Priya',
  lastName: 'Raghunathan',
  email: null,
  bio: null,
  location: 'Bengaluru',
  website: 'https://priya.example.com/',
  profileImageUrl: '/media/a/320.webp',
  isCreator: true,
  isAdmin: false,
  role: null,
  subscriptionStatus: null,
  showsSensitive: false,
  defaultOrigin: null,
  reservesTraining: true,
  keepsName: true,
  isWelcomed: true,
  timeZone: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  profileColors: DEFAULT_PROFILE_COLORS,
  socialLinks: {
    ...NO_LINKS,
    instagram: 'https://www.instagram.com/priya.plots',
    twitter: 'priya_plots',
  },
}

describe('the form of a profile', () => {
  const saved = fieldsOf(own)

  it('shows saved addresses in short', () => {
    expect(saved).toMatchObject({
      bio: '',
      website: 'priya.example.com',
      instagram: 'priya.plots',
      twitter: 'priya_plots',
      background: '#0F0F17',
      portrait: '/media/a/320.webp',
    })
    expect(problemsIn(saved)).toEqual({})
  })

  it('sends only what has changed, with colours and links as a whole', () => {
    expect(changedFields(saved, saved)).toEqual([])
    const fields = { ...saved, bio: 'Rules.', accent: '#F2A65A', behance: 'priya' }
    const changed = changedFields(fields, saved)
    expect(changed).toEqual(['bio', 'accent', 'behance'])
    expect(changesOf(fields, changed)).toEqual({
      bio: 'Rules.',
      profileColors: { ...DEFAULT_PROFILE_COLORS, accent: '#F2A65A' },
      socialLinks: { instagram: 'priya.plots', twitter: 'priya_plots', behance: 'priya' },
    })
    expect(changesOf({ ...saved, portrait: '' }, ['portrait'])).toEqual({ profileImageUrl: null })
    expect(changesOf({ ...saved, timeZone: 'Asia/Kolkata' }, ['timeZone'])).toEqual({
      timeZone: 'Asia/Kolkata',
    })
    expect(changesOf({ ...saved, timeZone: '' }, ['timeZone'])).toEqual({ timeZone: null })
  })

  it('says what is wrong, field by field', () => {
    const wrong = {
      ...saved,
      firstName: ' ',
      bio: 'x'.repeat(501),
      website: 'javascript:alert(1)',
      text: 'white',
      linkedin: 'https://evil-example.com/in/priya',
    }
    expect(Object.keys(problemsIn(wrong)).toSorted()).toEqual(
      ['bio', 'firstName', 'linkedin', 'text', 'website'].toSorted(),
    )
  })

  it("maps the server's field names to its own", () => {
    expect(['profileImageUrl', 'socialLinks.twitter', 'bio', 'other'].map(fieldOf)).toEqual([
      'portrait',
      'twitter',
      'bio',
      undefined,
    ])
  })
})

describe('measured colours', () => {
  it('that are readable are shown as they are', () => {
    const rows = contrastRows({ background: '#0E1A1C', text: '#F4EBDD', accent: '#F2A65A' })
    expect(rows.map(({ isAdjusted, line }) => [isAdjusted, line])).toEqual([
      [false, '7.0 or more'],
      [false, '3.0 or more'],
      [true, 'Your text colour measures 1.7 there, so labels use black'],
    ])
    expect(rows.map(({ top }) => top)).toEqual(['#F4EBDD', '#F2A65A', '#0A0A10'])
    expect(rows.map(({ ratio }) => Number(ratio) > 3)).toEqual([true, true, true])
  })

  it('that are not readable are listed with their replacement', () => {
    const [text, accent] = contrastRows({
      background: '#FFFFFF',
      text: '#EEEEEE',
      accent: '#FFFFE0',
    })
    expect(text).toMatchObject({
      top: '#000000',
      ratio: '21.0',
      isAdjusted: true,
      line: 'Yours measures 1.1, so text is black',
    })
    expect(accent).toMatchObject({ top: '#000000', isAdjusted: true })
  })
})

describe('the message about saved colours', () => {
  const background = '#0F0F17'
  it.each([
    [DEFAULT_PROFILE_COLORS, []],
    [
      { background, text: '#333333', accent: '#A855F7' },
      [{ colour: 'text', own: '#333333', shown: 'white (#FFFFFF)' }],
    ],
    [
      { background: '#FFFFFF', text: '#eeeeee', accent: '#FFFFAA' },
      [
        { colour: 'text', own: '#eeeeee', shown: 'black (#000000)' },
        { colour: 'accent', own: '#FFFFAA', shown: 'black (#000000)' },
      ],
    ],
    // Black already, as far as it gets: nothing is shown in its place.
    [{ background: '#808080', text: '#000000', accent: '#000000' }, []],
  ])('%o: %o', (colours, adjusted) => {
    expect(adjustmentsOf(colours)).toEqual(adjusted)
  })
})
