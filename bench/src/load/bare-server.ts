// Runs as its own process: the most Fastify can serve on this machine when the response is ready-made.
import Fastify from 'fastify'

process.once('message', (bodies: Record<string, string>) => {
  void serve(bodies)
})

async function serve(bodies: Record<string, string>): Promise<void> {
  const app = Fastify()
  app.get('/*', (request, reply) => {
    void reply.type('application/json; charset=utf-8').send(bodies[request.url])
  })
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
}
