export const texts = {
  home: 'Plinth, to the works',
  uploadFromLogo: 'Plinth: upload a work',
  main: 'Main',
  portfolios: 'Portfolios',
  profile: 'Profile',
  upload: 'Upload',
  logout: 'Logout',
  menu: 'Menu',
  signIn: 'Sign in',
  skip: 'Skip to the works',
} as const
