/** Every account as a CSV file, for whoever may take people's data out of Plinth. */
export const USERS_FILE = '/api/admin/users.csv'
/** Every entry of the books as a CSV file. */
export const MONEY_FILE = '/api/admin/money.csv'
