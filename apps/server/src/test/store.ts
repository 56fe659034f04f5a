import S3rver from '@20minutes/s3rver';

export interface TestStore {
  /** What the settings of a process that keeps its facts here have in common. */
  settings: { facts_store: string; environment: Record<string, string> };
  stop(): Promise<void>;
  /** Again at the same place, with what it had. */
  start(): Promise<void>;
}

/** A store that speaks S3 on this machine; the usual variables must name its keys, `S3RVER` both. */
export async function startStore(directory: string): Promise<TestStore> {
  let port = 0;
  let server: S3rver;
  const start = async (): Promise<void> => {
    server = new S3rver({
      ...{ port, address: '127.0.0.1', directory, silent: true },
      // The server follows an older writing of signatures; ours are proved by themselves.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: 'palier' }],
    });
    port = (await server.run()).port;
  };
  await start();
  return {
    settings: {
      facts_store: 's3://palier/essai',
      environment: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
    },
    stop: () => server.close(),
    start,
  };
}
