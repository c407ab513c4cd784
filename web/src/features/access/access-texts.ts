export const texts = {
  login: {
    title: 'Login Required',
    message: 'This page belongs to an account. Sign in and it opens where you left it.',
    action: 'Log in',
    home: 'Home',
  },
  creator: {
    title: 'Creator Account Required',
    message: 'This page comes with the creator account. $5.99 per month, cancel in one step.',
    action: 'See what it includes',
    home: 'Back to Portfolios',
  },
  admin: {
    title: 'Admins Only',
    message: 'This page is for the people who look after Plinth. Nothing was asked or changed.',
    action: 'Back to Portfolios',
  },
  notFound: {
    title: '404 Page Not Found',
    tab: 'Page not found',
    message: 'Did you forget to add the page to the router?',
    signInFirst: 'If this is a members’ page, sign in and we bring you straight back to it.',
    signIn: 'Sign in',
    home: 'Home',
  },
} as const
