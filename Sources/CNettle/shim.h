#pragma once
#include <nettle/aes.h>
#include <nettle/arcfour.h>
#include <nettle/cbc.h>
#include <nettle/md5.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

// AES in cipher block chaining with a key of 16 or 32 bytes; nettle's calls take function pointers that Swift cannot convert.
static inline void cnettle_aes_cbc_encrypt(const uint8_t *key, size_t key_length, uint8_t iv[16], size_t length, uint8_t *target,
                                           const uint8_t *source) {
  if (key_length == AES128_KEY_SIZE) {
    struct aes128_ctx context;
    nettle_aes128_set_encrypt_key(&context, key);
    nettle_cbc_encrypt(&context, (nettle_cipher_func *)nettle_aes128_encrypt, AES_BLOCK_SIZE, iv, length, target, source);
  } else {
    struct aes256_ctx context;
    nettle_aes256_set_encrypt_key(&context, key);
    nettle_cbc_encrypt(&context, (nettle_cipher_func *)nettle_aes256_encrypt, AES_BLOCK_SIZE, iv, length, target, source);
  }
}

static inline void cnettle_aes_cbc_decrypt(const uint8_t *key, size_t key_length, uint8_t iv[16], size_t length, uint8_t *target,
                                           const uint8_t *source) {
  if (key_length == AES128_KEY_SIZE) {
    struct aes128_ctx context;
    nettle_aes128_set_decrypt_key(&context, key);
    nettle_cbc_decrypt(&context, (nettle_cipher_func *)nettle_aes128_decrypt, AES_BLOCK_SIZE, iv, length, target, source);
  } else {
    struct aes256_ctx context;
    nettle_aes256_set_decrypt_key(&context, key);
    nettle_cbc_decrypt(&context, (nettle_cipher_func *)nettle_aes256_decrypt, AES_BLOCK_SIZE, iv, length, target, source);
  }
}
