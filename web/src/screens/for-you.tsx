export const ForYouScreen = () => <main id="main" />
