/** Texts of the page about AI training and licences. Plinth must do everything that it says. */
export const texts = {
  title: 'AI training and licences',
  lead: 'What Plinth does to keep work out of AI training, what it can’t do, and who may use the work shown here.',
  parts: [
    {
      title: 'What Plinth does',
      lead: 'Plinth doesn’t train AI on work shown here. Work is reserved by default, and posts and portraits follow their creator’s account. For everything reserved:',
      points: [
        'Its page and every one of its files ask for no AI training, in the headers of each answer: Content-Usage: train-ai=n, and X-Robots-Tag: noai, noimageai.',
        'The same headers and the head of the page reserve text and data mining in the form that EU law asks for (TDMRep). The whole site does so at /.well-known/tdmrep.json.',
        'Known training crawlers that give their name, such as GPTBot, ClaudeBot and CCBot, don’t get its files. We answer 403.',
      ],
      note: 'robots.txt also asks those crawlers to stay away from all of Plinth. When a creator doesn’t reserve a work, its page and files say so, and crawlers that ask for its files get them.',
    },
    {
      title: 'What it can’t do',
      lead: 'It’s a request that the law in the EU backs, not a lock.',
      points: [
        'Whoever can see a picture can copy it.',
        'A crawler that hides its name, or that we don’t know yet, gets the files like everybody else.',
        'It doesn’t undo training that has already happened, and it doesn’t reach copies elsewhere.',
        'In the EU, creators can reserve their work from text and data mining (Directive 2019/790, Article 4). Research organisations may still mine it (Article 3). Elsewhere the law differs.',
        'Search engines may still list the work. How they show it in their results is up to them.',
      ],
    },
  ],
  licence: {
    title: 'Licence',
    lead: 'All rights reserved unless agreed.',
    points: [
      'Creators keep every right in their work. Seeing it here doesn’t let you copy, change, print or sell it.',
      'To use a work, ask its creator. Send them a message or a hire request from the work’s page. What you two agree on counts.',
      'Other sites can embed a public work. It’s then shown from Plinth, with its title, its creator and a link back.',
    ],
  },
} as const
