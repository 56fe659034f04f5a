import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStore } from './object-store.ts';

/** The bucket and the beginning of the keys that `s3://bucket/prefix` names. */
export function placeOf(address: string): { bucket: string; prefix: string } {
  const { hostname, pathname } = new URL(address);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  return { bucket: hostname, prefix: prefix === '' ? '' : `${prefix}/` };
}

const CONNECT_MS = 3000;
const ATTEMPTS = 3;
/** What the store removes in one call at most. */
const BATCH = 1000;
/** Larger files go in parts: a store takes at most 5 GB at once, and 10,000 parts. */
const PART_BYTES = 512 * 1024 * 1024;

/**
 * A bucket of any store that speaks S3. Keys, region and endpoint are those of the usual `AWS_` variables; with an
 * endpoint of one's own, buckets are part of the path. The SDK is loaded here, by those who use it alone.
 */
export async function openS3(
  address: string,
  { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION }: Readonly<Record<string, string>>,
  part_bytes = PART_BYTES,
): Promise<ObjectStore> {
  const endpoint = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL;
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix } = placeOf(address);
  const client = new s3.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: AWS_REGION ?? 'us-east-1' }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS },
    // Other stores than Amazon's do not all know the checksums that the SDK adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const isMissing = (error: unknown): boolean =>
    error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 404;
  return {
    async put(key, body) {
      await client.send(new s3.PutObjectCommand({ ...at(key), Body: body }));
    },
    async send(key, path, size) {
      if (size > part_bytes) return sendParts(s3, client, at(key), { path, size, part_bytes });
      const Body = createReadStream(path);
      await client.send(new s3.PutObjectCommand({ ...at(key), Body, ContentLength: size }));
    },
    async get(key) {
      const found = await client.send(new s3.GetObjectCommand(at(key))).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!(found?.Body instanceof Readable)) return null;
      return { size: found.ContentLength ?? 0, bytes: found.Body };
    },
    has: (key) =>
      client.send(new s3.HeadObjectCommand(at(key))).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    async list(under) {
      const keys: string[] = [];
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + under });
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) if (Key) keys.push(Key.slice(prefix.length));
      return keys;
    },
    async remove(keys) {
      for (let from = 0; from < keys.length; from += BATCH) {
        const Objects = keys.slice(from, from + BATCH).map((key) => ({ Key: prefix + key }));
        await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      }
    },
    close: () => client.destroy(),
  };
}

interface InParts {
  path: string;
  size: number;
  part_bytes: number;
}

/** There whole once the last part is, or not at all. */
async function sendParts(
  s3: typeof import('@aws-sdk/client-s3'),
  client: S3Client,
  place: { Bucket: string; Key: string },
  { path, size, part_bytes }: InParts,
): Promise<void> {
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId };
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for (let start = 0; start < size; start += part_bytes) {
      const end = Math.min(start + part_bytes, size);
      const PartNumber = Parts.length + 1;
      const Body = createReadStream(path, { start, end: end - 1 });
      const part = new s3.UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: end - start });
      Parts.push({ ETag: (await client.send(part)).ETag, PartNumber });
    }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // What was sent already would be paid for without being seen.
    await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}
