import { EnvError, readCardsEnv, type CardsEnv } from '../env.ts'
import { startCards } from './start.ts'

function readEnvOrExit(): CardsEnv {
  try {
    return readCardsEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const cards = await startCards(readEnvOrExit())

let isStopping = false
function stop(): void {
  if (isStopping) return
  isStopping = true
  void cards.stop().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Its parent has died: nobody is left to stop us.
process.on('disconnect', stop)

const listening = { type: 'listening', url: cards.url }
if (process.send === undefined) process.stdout.write(`${JSON.stringify(listening)}\n`)
else process.send(listening)
