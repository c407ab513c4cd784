export const TagScreen = () => <main id="main" />
