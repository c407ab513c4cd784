import { NO_LINKS } from '@plinth/contract/people/users.ts'
import { describe, expect, it } from 'vitest'
import { firstTab, shownTabs, socialLinks, webLink, monthOf } from './profile-rules.ts'

describe('webLink', () => {
  it('shows the address without scheme and www', () => {
    expect(webLink('https://www.marit.example/')).toEqual({
      name: 'marit.example',
      href: 'https://www.marit.example/',
    })
    expect(webLink('http://marit.example/shop/')?.name).toBe('marit.example/shop')
    expect(webLink(' marit.example ')?.href).toBe('https://marit.example/')
  })

  it.each([
    '',
    '  ',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,hello',
    'mailto:marit@example.com',
    'ftp://marit.example',
    'not an address',
    '//marit.example',
    'https://',
  ])('refuses %j', (given) => {
    expect(webLink(given)).toBeNull()
  })

  it('has none where none was given', () => {
    expect(webLink(null)).toBeNull()
  })
})

describe('socialLinks', () => {
  it('builds each link from the handle', () => {
    expect(
      socialLinks({
        instagram: '@marit.example',
        twitter: 'marit_example',
        linkedin: 'https://www.linkedin.com/in/marit-solheim/',
        behance: 'behance.net/marit?x=1',
        dribbble: 'Åse',
      }),
    ).toEqual([
      { name: 'Instagram', href: 'https://www.instagram.com/marit.example' },
      { name: 'Twitter', href: 'https://x.com/marit_example' },
      { name: 'LinkedIn', href: 'https://www.linkedin.com/in/marit-solheim' },
      { name: 'Behance', href: 'https://www.behance.net/marit' },
      { name: 'Dribbble', href: 'https://dribbble.com/%C3%85se' },
    ])
  })

  it.each(['', ' ', '@', '..', '"><script>', 'two words', 'javascript:alert(1)'])(
    'leaves out %j',
    (instagram) => {
      expect(socialLinks({ ...NO_LINKS, instagram })).toEqual([])
    },
  )
})

it('names the month that somebody joined in', () => {
  expect(monthOf('2026-01-12T12:00:00Z')).toBe('January 2026')
})

describe('the tabs of a profile', () => {
  const nobody = { isCreator: false, workCount: 0, postCount: 0, boardCount: 0, rating: null }
  const maker = { ...nobody, isCreator: true }
  const rating = { average: 4.9, count: 9 }
  it.each([
    ['somebody new', nobody, 'posts', ['posts']],
    ['a new creator', maker, 'portfolio', ['portfolio']],
    ['a creator with posts only', { ...maker, postCount: 3 }, 'posts', ['posts']],
    ['a creator with works only', { ...maker, workCount: 3 }, 'portfolio', ['portfolio']],
    [
      'a creator with everything',
      { ...maker, workCount: 3, postCount: 3, boardCount: 1, rating },
      'portfolio',
      ['portfolio', 'posts', 'boards', 'reviews'],
    ],
    ['somebody who was a creator', { ...nobody, workCount: 1 }, 'portfolio', ['portfolio']],
  ] as const)('of %s show what is there', (_, person, first, tabs) => {
    expect(firstTab(person)).toBe(first)
    expect(shownTabs(person, false)).toEqual(tabs)
  })

  it('of one’s own also show what is empty, and what one saved', () => {
    expect(shownTabs(nobody, true)).toEqual(['portfolio', 'posts', 'boards', 'saved'])
    expect(shownTabs({ ...maker, rating }, true)).toEqual([
      'portfolio',
      'posts',
      'boards',
      'reviews',
      'saved',
    ])
  })
})
