/** Words of visitors' bar and footer. */
export const texts = {
  logo: 'Plinth',
  skip: 'Skip to the content',
  explore: 'Explore',
  logIn: 'Log in',
  join: 'Join',
  footer: 'Plinth is not ad-based. We show a few adverts, and a person picks each one.',
  advertise: 'Advertise with us',
  copyright: 'Copyright',
  limits: 'All limits',
  ai: 'AI and licences',
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  search: {
    label: 'Search works, people and tags',
    site: 'Everything on Plinth',
    short: 'Search',
  },
} as const
