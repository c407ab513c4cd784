export const texts = {
  login: {
    title: 'Login Required',
    message: 'Log in to see this page. Joining is free and takes a minute.',
    action: 'Log in',
    join: 'Join',
  },
  creator: {
    title: 'Creator Account Required',
    message: 'You need a creator account for this page. $5.99 per month, cancel in one step.',
    action: 'See what it includes',
    home: 'Back to Portfolios',
  },
  admin: {
    title: 'Admins Only',
    message: 'Only Plinth’s admins can open this page. Nothing has changed.',
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
