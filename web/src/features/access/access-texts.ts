export const texts = {
  login: {
    title: 'Login Required',
    message: 'Log in and this page opens. Joining is free and takes a minute.',
    action: 'Log in',
    join: 'Join',
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
    heading: 'There is nothing at this address',
    title: '404 Page Not Found',
    tab: 'Page not found',
    message: 'Did you forget to add the page to the router?',
    home: 'Home',
    explore: 'Explore',
  },
} as const
